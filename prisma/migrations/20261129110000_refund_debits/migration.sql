-- AlterTable
ALTER TABLE "PaymentOrder" ADD COLUMN     "debitedOn" DATE;
