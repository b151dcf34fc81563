-- AlterTable
ALTER TABLE "Connection" ADD COLUMN     "nextRefreshAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "syncAttended" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "pageDigests" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
-- What was counted today stays counted: under the login where one is known.
ALTER TABLE "QuotaUse" ADD COLUMN "psu" TEXT, ADD COLUMN "pausedUntil" TIMESTAMPTZ(3);
UPDATE "QuotaUse" u SET "psu" = COALESCE(
  (SELECT c."loginFingerprint" FROM "Connection" c WHERE c."id" = u."connectionId"), u."connectionId"::text);
DELETE FROM "QuotaUse" u USING "QuotaUse" o
  WHERE o."psu" = u."psu" AND o."resource" = u."resource" AND o."day" = u."day"
    AND (o."used", o."connectionId") > (u."used", u."connectionId");
ALTER TABLE "QuotaUse" ALTER COLUMN "psu" SET NOT NULL, DROP CONSTRAINT "QuotaUse_pkey",
  ADD CONSTRAINT "QuotaUse_pkey" PRIMARY KEY ("psu", "resource", "day");

-- CreateIndex
CREATE INDEX "Connection_bankCode_status_nextRefreshAt_idx" ON "Connection"("bankCode", "status", "nextRefreshAt");

-- CreateIndex
CREATE INDEX "QuotaUse_day_idx" ON "QuotaUse"("day");
