-- CreateEnum
CREATE TYPE "PairChoice" AS ENUM ('together', 'apart');

-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "completeAt" TIMESTAMPTZ(3),
ADD COLUMN     "takenBack" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "Transaction" ADD COLUMN     "missing" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "pairChoice" "PairChoice";

-- Those found before evidence was needed are looked at anew.
UPDATE "Transaction" SET "pairAccountId" = NULL, "pairKey" = NULL,
  "category" = CASE WHEN "categorySource" = 'person' THEN "category" END
WHERE "pairKey" IS NOT NULL;
