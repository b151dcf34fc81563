-- AlterTable
ALTER TABLE "Connection" ADD COLUMN     "failedReadings" INTEGER NOT NULL DEFAULT 0;
