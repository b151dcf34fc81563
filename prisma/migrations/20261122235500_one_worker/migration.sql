-- AlterTable
ALTER TABLE "Revocation" ADD COLUMN     "leaseId" UUID,
ADD COLUMN     "leaseUntil" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "TransferDraft" ADD COLUMN     "leaseId" UUID;

-- CreateIndex
CREATE INDEX "Session_absoluteExpiresAt_idx" ON "Session"("absoluteExpiresAt");

-- CreateIndex
CREATE INDEX "Session_revokedAt_idx" ON "Session"("revokedAt");

-- CreateIndex
CREATE INDEX "Mail_finishedAt_idx" ON "Mail"("finishedAt");

-- The rows are the queue now; the jobs of the former one named rows that their tasks find by themselves.
DROP SCHEMA IF EXISTS queue CASCADE;
