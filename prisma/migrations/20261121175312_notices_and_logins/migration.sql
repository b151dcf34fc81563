-- AlterTable
ALTER TABLE "User" ADD COLUMN     "mailNotices" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "LinkFlow" ADD COLUMN     "outcome" TEXT;

-- AlterTable
ALTER TABLE "Connection" ADD COLUMN     "grantSeenAt" TIMESTAMPTZ(3),
ADD COLUMN     "remindAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "Notice" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "connectionId" UUID,
    "facts" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "dismissedAt" TIMESTAMPTZ(3),
    "mailState" TEXT NOT NULL DEFAULT 'none',
    "mailLeaseId" UUID,
    "mailLeaseUntil" TIMESTAMPTZ(3),
    "mailNextTryAt" TIMESTAMPTZ(3),
    "mailTries" INTEGER NOT NULL DEFAULT 0,
    "mailSentAt" TIMESTAMPTZ(3),

    CONSTRAINT "Notice_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Notice_userId_dismissedAt_idx" ON "Notice"("userId", "dismissedAt");

-- CreateIndex
CREATE INDEX "Notice_mailState_mailNextTryAt_idx" ON "Notice"("mailState", "mailNextTryAt");

-- CreateIndex
CREATE UNIQUE INDEX "Notice_userId_key_key" ON "Notice"("userId", "key");

-- CreateIndex
CREATE INDEX "Connection_remindAt_idx" ON "Connection"("remindAt");

-- CreateIndex
CREATE INDEX "Account_iban_idx" ON "Account"("iban");

-- What is alive already is reminded as if it had been authorised today.
UPDATE "Connection" SET "remindAt" = "expiresAt" - interval '30 days' WHERE "status" IN ('choosing', 'active');
