-- An event of a shared stream can be about a person too: its details are erased where it stands.
CREATE OR REPLACE FUNCTION audit_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."erasedAt" IS NULL AND NEW."erasedAt" IS NOT NULL
    AND (NEW.id, NEW.at, NEW.action, NEW.seq, NEW.digest, NEW."prevHash", NEW.hash)
      = (OLD.id, OLD.at, OLD.action, OLD.seq, OLD.digest, OLD."prevHash", OLD.hash)
    AND (NEW.stream LIKE 'erased:%' OR NEW.stream = OLD.stream)
    AND NEW."userId" IS NULL AND NEW.detail IS NULL AND NEW.ip IS NULL
    AND NEW.salt IS NULL AND NEW."requestId" IS NULL AND NEW."bankRequestId" IS NULL
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = '42501';
END $$;
