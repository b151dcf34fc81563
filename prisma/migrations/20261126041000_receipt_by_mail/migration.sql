-- AlterTable
ALTER TABLE "PaymentOrder" ADD COLUMN     "receiptEmail" TEXT,
ADD COLUMN     "receiptLanguage" "Language";
