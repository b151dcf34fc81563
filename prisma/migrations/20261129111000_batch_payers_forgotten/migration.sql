-- AlterTable
ALTER TABLE "LinkBatch" ADD COLUMN     "forgottenAt" TIMESTAMPTZ(3);
