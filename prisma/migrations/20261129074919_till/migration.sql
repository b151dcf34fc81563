-- AlterEnum
ALTER TYPE "MemberRole" ADD VALUE 'cashier';

-- AlterTable
ALTER TABLE "PaymentOrder" ADD COLUMN     "soldByUserId" UUID;
