-- AlterTable
ALTER TABLE "PaymentOrder" ADD COLUMN     "language" "Language";
