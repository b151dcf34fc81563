-- AlterTable
ALTER TABLE "PaymentOrder" ADD COLUMN     "lineItems" JSONB;
