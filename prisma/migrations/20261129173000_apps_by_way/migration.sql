ALTER TABLE "AppClient" ADD COLUMN "kind" "AppKind" NOT NULL DEFAULT 'oauth',
ADD COLUMN "reasonFr" TEXT,
ADD COLUMN "reasonEn" TEXT;

UPDATE "AppClient" SET "reasonFr" = "suspendedReason", "reasonEn" = "suspendedReason";
ALTER TABLE "AppClient" DROP COLUMN "suspendedReason";

INSERT INTO "AppClient" ("id", "kind", "name", "redirectUris", "createdAt") VALUES
  (gen_random_uuid(), 'simplefin', 'SimpleFIN', '{}', CURRENT_TIMESTAMP),
  (gen_random_uuid(), 'token', 'Data API', '{}', CURRENT_TIMESTAMP);
UPDATE "App" SET "clientId" = "AppClient"."id" FROM "AppClient"
  WHERE "App"."kind" <> 'oauth' AND "AppClient"."kind" = "App"."kind";

ALTER TABLE "WebhookMessage" VALIDATE CONSTRAINT "WebhookMessage_appId_fkey";
