-- AlterTable
ALTER TABLE "Budget" ADD COLUMN     "shared" BOOLEAN NOT NULL DEFAULT false;
