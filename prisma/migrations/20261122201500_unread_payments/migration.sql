-- AlterTable
ALTER TABLE "PaymentAttempt" ADD COLUMN     "unread" INTEGER NOT NULL DEFAULT 0;
