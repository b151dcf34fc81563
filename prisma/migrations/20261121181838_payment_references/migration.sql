-- AlterTable
ALTER TABLE "PaymentOrder" ADD COLUMN     "receivedAt" TIMESTAMPTZ(3),
ADD COLUMN     "receivedMinor" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "structuredReference" TEXT NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "PaymentOrder_ownerId_structuredReference_key" ON "PaymentOrder"("ownerId", "structuredReference");
