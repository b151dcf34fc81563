-- AlterTable
ALTER TABLE "Consent" ADD COLUMN     "interfaceVersion" TEXT;

-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "goneAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "Revocation" ADD COLUMN     "erasureId" UUID;

-- CreateTable
CREATE TABLE "ErasureRecord" (
    "id" UUID NOT NULL,
    "erasedAt" TIMESTAMPTZ(3) NOT NULL,
    "emailHash" TEXT NOT NULL,
    "banks" JSONB NOT NULL,
    "deleted" JSONB NOT NULL,

    CONSTRAINT "ErasureRecord_pkey" PRIMARY KEY ("id")
);

-- The ledger of consents is append-only (quality.md C21, C49): what was shown and sent never changes; the bank's answer is
-- written once; nothing is deleted but by erasing a person, which says so with `guichet.erase` in its own transaction.
CREATE FUNCTION guichet_keep_consent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR TG_OP = 'TRUNCATE' THEN
    IF current_setting('guichet.erase', true) = 'on' THEN
      RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the ledger of consents is append-only' USING ERRCODE = 'restrict_violation';
  END IF;
  IF (NEW."id", NEW."userId", NEW."connectionId", NEW."version", NEW."choice"::text, NEW."choiceHash", NEW."createdAt")
    IS DISTINCT FROM
    (OLD."id", OLD."userId", OLD."connectionId", OLD."version", OLD."choice"::text, OLD."choiceHash", OLD."createdAt")
    OR (OLD."interfaceVersion" IS NOT NULL AND NEW."interfaceVersion" IS DISTINCT FROM OLD."interfaceVersion")
    OR (OLD."answeredAt" IS NOT NULL AND (NEW."answeredAt", NEW."bankStatus", NEW."bankCode", NEW."requestId", NEW."sentAt")
      IS DISTINCT FROM (OLD."answeredAt", OLD."bankStatus", OLD."bankCode", OLD."requestId", OLD."sentAt"))
  THEN
    RAISE EXCEPTION 'the ledger of consents is append-only' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW."status" <> OLD."status" AND NOT (
    (OLD."status" = 'pending' AND NEW."status" IN ('sent', 'refused', 'superseded'))
    OR (OLD."status" = 'sent' AND NEW."status" IN ('accepted', 'refused', 'superseded'))
    OR (OLD."status" = 'accepted' AND NEW."status" = 'superseded'))
  THEN
    RAISE EXCEPTION 'a consent does not go from % to %', OLD."status", NEW."status" USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER consent_append_only BEFORE UPDATE OR DELETE ON "Consent"
  FOR EACH ROW EXECUTE FUNCTION guichet_keep_consent();
CREATE TRIGGER consent_no_truncate BEFORE TRUNCATE ON "Consent"
  FOR EACH STATEMENT EXECUTE FUNCTION guichet_keep_consent();
