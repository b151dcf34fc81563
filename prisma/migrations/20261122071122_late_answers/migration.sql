-- AlterTable
ALTER TABLE "PaymentAttempt" ADD COLUMN     "readings" INTEGER NOT NULL DEFAULT 0;
