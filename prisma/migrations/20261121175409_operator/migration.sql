-- AlterTable
ALTER TABLE "User" ADD COLUMN     "role" TEXT NOT NULL DEFAULT 'person';

-- AlterTable
ALTER TABLE "Bank" ADD COLUMN     "attendedMs" INTEGER,
ADD COLUMN     "batchMs" INTEGER,
ADD COLUMN     "bodyMs" INTEGER,
ADD COLUMN     "connectMs" INTEGER,
ADD COLUMN     "maxConnections" INTEGER,
ADD COLUMN     "parallelPages" INTEGER;

-- AlterTable
ALTER TABLE "BankCall" ADD COLUMN     "origin" TEXT;

-- AlterTable
ALTER TABLE "AuditEvent" ADD COLUMN     "bankRequestId" TEXT,
ADD COLUMN     "digest" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "erasedAt" TIMESTAMPTZ(3),
ADD COLUMN     "hash" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "prevHash" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "requestId" TEXT,
ADD COLUMN     "salt" TEXT,
ADD COLUMN     "seq" INTEGER NOT NULL DEFAULT 0,
ALTER COLUMN "detail" DROP NOT NULL;

-- CreateTable
CREATE TABLE "AuditHead" (
    "stream" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "AuditHead_pkey" PRIMARY KEY ("stream")
);

-- CreateTable
CREATE TABLE "AuditCheck" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "streams" INTEGER NOT NULL,
    "events" INTEGER NOT NULL,
    "heads" TEXT NOT NULL,
    "broken" JSONB NOT NULL,

    CONSTRAINT "AuditCheck_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CertificateSet" (
    "id" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'staged',
    "qwacPem" TEXT NOT NULL,
    "qwacChainPem" TEXT,
    "qwacKeySealed" TEXT,
    "qsealPem" TEXT NOT NULL,
    "qsealKeySealed" TEXT,
    "qwacFingerprint" TEXT NOT NULL,
    "qsealFingerprint" TEXT NOT NULL,
    "addedBy" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "registeredAt" JSONB,
    "activatedAt" TIMESTAMPTZ(3),
    "retiredAt" TIMESTAMPTZ(3),

    CONSTRAINT "CertificateSet_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Agent" (
    "id" UUID NOT NULL,
    "platform" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "legalId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "registered" JSONB NOT NULL,
    "registeredAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Agent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CertificateAlarm" (
    "fingerprint" TEXT NOT NULL,
    "daysLeft" INTEGER NOT NULL,
    "toldAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "CertificateAlarm_pkey" PRIMARY KEY ("fingerprint","daysLeft")
);

-- CreateIndex
CREATE UNIQUE INDEX "CertificateSet_qsealFingerprint_key" ON "CertificateSet"("qsealFingerprint");

-- CreateIndex
CREATE INDEX "CertificateSet_status_idx" ON "CertificateSet"("status");

-- CreateIndex
CREATE UNIQUE INDEX "Agent_clientId_key" ON "Agent"("clientId");

-- CreateIndex
CREATE UNIQUE INDEX "Agent_platform_legalId_key" ON "Agent"("platform", "legalId");

-- CreateIndex
CREATE INDEX "BankCall_bankCode_at_operation_durationMs_status_code_idx" ON "BankCall"("bankCode", "at" DESC, "operation", "durationMs", "status", "code");

-- CreateIndex
CREATE INDEX "BankCall_at_id_idx" ON "BankCall"("at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "BankCall_requestId_idx" ON "BankCall"("requestId");

-- CreateIndex
CREATE INDEX "AuditEvent_at_id_idx" ON "AuditEvent"("at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "AuditEvent_action_id_idx" ON "AuditEvent"("action", "id");

-- CreateIndex

-- The audit trail chains itself (C49). A field is its length in bytes and its text, so that no two lists of fields are the same text.
CREATE FUNCTION audit_field(value text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN value IS NULL THEN '-:,' ELSE octet_length(convert_to(value, 'UTF8'))::text || ':' || value || ',' END
$$;

CREATE FUNCTION audit_sha256(value text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(value, 'UTF8')), 'hex')
$$;

CREATE FUNCTION audit_digest(event "AuditEvent") RETURNS text LANGUAGE sql STABLE AS $$
  SELECT audit_sha256(
    audit_field(event.salt) || audit_field(event.stream) || audit_field(event."userId"::text) || audit_field(event.detail::text)
    || audit_field(event.ip) || audit_field(event."requestId") || audit_field(event."bankRequestId"))
$$;

CREATE FUNCTION audit_hash(event "AuditEvent") RETURNS text LANGUAGE sql STABLE AS $$
  SELECT audit_sha256(
    audit_field(event.seq::text) || audit_field(event."prevHash")
    || audit_field(to_char(event.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    || audit_field(event.action) || audit_field(event.digest))
$$;

CREATE FUNCTION audit_append() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE head "AuditHead";
BEGIN
  INSERT INTO "AuditHead" (stream, seq, hash) VALUES (NEW.stream, 0, '') ON CONFLICT (stream) DO NOTHING;
  SELECT * INTO head FROM "AuditHead" WHERE stream = NEW.stream FOR UPDATE;
  NEW.seq := head.seq + 1;
  NEW."prevHash" := head.hash;
  NEW.salt := gen_random_uuid()::text;
  NEW."erasedAt" := NULL;
  NEW.digest := audit_digest(NEW);
  NEW.hash := audit_hash(NEW);
  UPDATE "AuditHead" SET seq = NEW.seq, hash = NEW.hash WHERE stream = NEW.stream;
  RETURN NEW;
END $$;

CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = '42501';
END $$;

-- The one change there is: a person's details are erased, and with them whose they were. What is hashed stays.
CREATE FUNCTION audit_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."erasedAt" IS NULL AND NEW."erasedAt" IS NOT NULL
    AND (NEW.id, NEW.at, NEW.action, NEW.seq, NEW.digest, NEW."prevHash", NEW.hash)
      = (OLD.id, OLD.at, OLD.action, OLD.seq, OLD.digest, OLD."prevHash", OLD.hash)
    AND NEW.stream LIKE 'erased:%' AND NEW."userId" IS NULL AND NEW.detail IS NULL AND NEW.ip IS NULL
    AND NEW.salt IS NULL AND NEW."requestId" IS NULL AND NEW."bankRequestId" IS NULL
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = '42501';
END $$;

CREATE FUNCTION audit_guard_head() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() > 1 OR (NEW.stream LIKE 'erased:%' AND (NEW.seq, NEW.hash) = (OLD.seq, OLD.hash)) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = '42501';
END $$;

-- What was written before there was a chain gets its place in it, in the order in which it was written.
DO $$
DECLARE event "AuditEvent"; head "AuditHead";
BEGIN
  FOR event IN SELECT * FROM "AuditEvent" ORDER BY id LOOP
    INSERT INTO "AuditHead" (stream, seq, hash) VALUES (event.stream, 0, '') ON CONFLICT (stream) DO NOTHING;
    SELECT * INTO head FROM "AuditHead" WHERE stream = event.stream;
    event.seq := head.seq + 1;
    event."prevHash" := head.hash;
    event.salt := gen_random_uuid()::text;
    event.digest := audit_digest(event);
    event.hash := audit_hash(event);
    UPDATE "AuditEvent" SET seq = event.seq, "prevHash" = event."prevHash", salt = event.salt, digest = event.digest,
      hash = event.hash WHERE id = event.id;
    UPDATE "AuditHead" SET seq = event.seq, hash = event.hash WHERE stream = event.stream;
  END LOOP;
END $$;

CREATE UNIQUE INDEX "AuditEvent_stream_seq_key" ON "AuditEvent"("stream", "seq");

CREATE TRIGGER audit_append BEFORE INSERT ON "AuditEvent" FOR EACH ROW EXECUTE FUNCTION audit_append();
CREATE TRIGGER audit_guard BEFORE UPDATE ON "AuditEvent" FOR EACH ROW EXECUTE FUNCTION audit_guard();
CREATE TRIGGER audit_refuse BEFORE DELETE ON "AuditEvent" FOR EACH ROW EXECUTE FUNCTION audit_refuse();
CREATE TRIGGER audit_refuse_all BEFORE TRUNCATE ON "AuditEvent" FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();
CREATE TRIGGER audit_guard_head BEFORE UPDATE ON "AuditHead" FOR EACH ROW EXECUTE FUNCTION audit_guard_head();
CREATE TRIGGER audit_refuse_head BEFORE DELETE ON "AuditHead" FOR EACH ROW EXECUTE FUNCTION audit_refuse();
CREATE TRIGGER audit_refuse_heads BEFORE TRUNCATE ON "AuditHead" FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();
