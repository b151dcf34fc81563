-- AlterTable
ALTER TABLE "Connection" ADD COLUMN     "restsUntil" TIMESTAMPTZ(3),
ADD COLUMN     "unfinishedReadings" INTEGER NOT NULL DEFAULT 0;
