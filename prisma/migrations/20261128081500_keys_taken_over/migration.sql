-- AlterTable
ALTER TABLE "ApiKey" ADD COLUMN     "takenOverByUserId" UUID;
