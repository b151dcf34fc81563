-- The mails of organisations become the mails of all: the table goes on under its new name, with what is due in it.
ALTER TABLE "OrganisationMail" RENAME TO "Mail";
ALTER TABLE "Mail" RENAME CONSTRAINT "OrganisationMail_pkey" TO "Mail_pkey";
ALTER TABLE "Mail" RENAME CONSTRAINT "OrganisationMail_organisationId_fkey" TO "Mail_organisationId_fkey";
ALTER TABLE "Mail" RENAME CONSTRAINT "OrganisationMail_userId_fkey" TO "Mail_userId_fkey";
ALTER TABLE "Mail" ALTER COLUMN "organisationId" DROP NOT NULL, ALTER COLUMN "aboutId" SET DATA TYPE TEXT;
ALTER INDEX "OrganisationMail_key_key" RENAME TO "Mail_key_key";
ALTER INDEX "OrganisationMail_state_nextTryAt_idx" RENAME TO "Mail_state_nextTryAt_idx";
ALTER INDEX "OrganisationMail_organisationId_kind_aboutId_createdAt_idx" RENAME TO "Mail_organisationId_kind_aboutId_createdAt_idx";
ALTER INDEX "OrganisationMail_to_idx" RENAME TO "Mail_to_idx";
DROP INDEX "OrganisationMail_userId_idx";
CREATE INDEX "Mail_userId_kind_aboutId_idx" ON "Mail"("userId", "kind", "aboutId");

-- Notices: under their own ids, which are their Message-IDs. A lease that is held goes on, so none is sent by two. Words are
-- written by the worker that sends them (lib/services/mail/carried-mail.ts).
INSERT INTO "Mail" ("id", "userId", "key", "kind", "aboutId", "language", "state", "leaseUntil", "nextTryAt", "tries", "createdAt", "finishedAt")
SELECT notice."id", notice."userId", 'notice:' || notice."id", 'notice', notice."id"::text,
  CASE person."locale" WHEN 'en' THEN 'en' ELSE 'fr' END, notice."mailState", notice."mailLeaseUntil",
  CASE WHEN notice."mailState" IN ('due', 'sending') THEN coalesce(notice."mailNextTryAt", now()) END,
  notice."mailTries", notice."createdAt",
  CASE WHEN notice."mailState" IN ('sent', 'failed') THEN coalesce(notice."mailSentAt", notice."createdAt") END
FROM "Notice" AS notice JOIN "User" AS person ON person."id" = notice."userId"
WHERE notice."mailState" IN ('due', 'sending')
  OR (notice."mailState" IN ('sent', 'failed') AND notice."createdAt" > now() - interval '30 days');

-- Invitations into households: who sent them goes on seeing what became of the mail.
INSERT INTO "Mail" ("id", "userId", "to", "key", "kind", "aboutId", "language", "state", "nextTryAt", "tries", "createdAt", "finishedAt")
SELECT gen_random_uuid(), invitation."userId", invitation."email", 'household:' || invitation."id", 'household_invitation',
  invitation."id"::text, CASE coalesce(guest."locale", inviter."locale") WHEN 'en' THEN 'en' ELSE 'fr' END,
  CASE WHEN invitation."mailedAt" IS NOT NULL THEN 'sent' WHEN invitation."mailNextTryAt" IS NOT NULL THEN 'due' ELSE 'failed' END,
  CASE WHEN invitation."mailedAt" IS NULL THEN invitation."mailNextTryAt" END, invitation."mailTries", invitation."createdAt",
  CASE WHEN invitation."mailedAt" IS NOT NULL OR invitation."mailNextTryAt" IS NULL
    THEN coalesce(invitation."mailedAt", invitation."answeredAt", invitation."createdAt") END
FROM "HouseholdInvitation" AS invitation JOIN "User" AS inviter ON inviter."id" = invitation."userId"
  LEFT JOIN "User" AS guest ON guest."email" = invitation."email"
WHERE invitation."mailedAt" IS NOT NULL OR invitation."mailNextTryAt" IS NOT NULL OR invitation."mailTries" > 0;

DROP INDEX "Notice_mailState_mailNextTryAt_idx";
DROP INDEX "HouseholdInvitation_mailNextTryAt_idx";
ALTER TABLE "Notice" DROP COLUMN "mailLeaseId",
DROP COLUMN "mailLeaseUntil",
DROP COLUMN "mailNextTryAt",
DROP COLUMN "mailSentAt",
DROP COLUMN "mailState",
DROP COLUMN "mailTries";
ALTER TABLE "Invitation" DROP COLUMN "mailedAt";
ALTER TABLE "HouseholdInvitation" DROP COLUMN "mailNextTryAt",
DROP COLUMN "mailTries",
DROP COLUMN "mailedAt";

-- Jobs nobody does any more.
DO $$ BEGIN
  IF to_regclass('queue.job') IS NOT NULL THEN
    DELETE FROM queue.job WHERE name IN ('notice.mail', 'organisation.mail');
  END IF;
END $$;
