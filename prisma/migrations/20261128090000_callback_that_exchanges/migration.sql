-- AlterTable
ALTER TABLE "LinkFlow" ADD COLUMN     "claimedBy" UUID;
