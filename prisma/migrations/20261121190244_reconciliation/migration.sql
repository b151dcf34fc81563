-- AlterTable
ALTER TABLE "Organisation" ADD COLUMN     "reconciledAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "IncomingCredit" (
    "id" UUID NOT NULL,
    "organisationId" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "mode" TEXT NOT NULL DEFAULT 'test',
    "amountMinor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "endToEndId" TEXT,
    "remittance" TEXT[],
    "note" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IncomingCredit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CreditMatch" (
    "id" UUID NOT NULL,
    "organisationId" UUID NOT NULL,
    "creditId" UUID NOT NULL,
    "orderId" UUID NOT NULL,
    "amountMinor" BIGINT NOT NULL,
    "by" TEXT NOT NULL,
    "matchedByUserId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "undoneAt" TIMESTAMPTZ(3),
    "undoneByUserId" UUID,

    CONSTRAINT "CreditMatch_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "IncomingCredit_organisationId_mode_day_id_idx" ON "IncomingCredit"("organisationId", "mode", "day" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "IncomingCredit_organisationId_accountId_key_key" ON "IncomingCredit"("organisationId", "accountId", "key");

-- CreateIndex
CREATE INDEX "CreditMatch_organisationId_createdAt_idx" ON "CreditMatch"("organisationId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "CreditMatch_creditId_idx" ON "CreditMatch"("creditId");

-- CreateIndex
CREATE INDEX "CreditMatch_orderId_idx" ON "CreditMatch"("orderId");

-- CreateIndex
CREATE INDEX "PaymentOrder_refundOfId_idx" ON "PaymentOrder"("refundOfId");

-- AddForeignKey
ALTER TABLE "IncomingCredit" ADD CONSTRAINT "IncomingCredit_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CreditMatch" ADD CONSTRAINT "CreditMatch_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CreditMatch" ADD CONSTRAINT "CreditMatch_creditId_fkey" FOREIGN KEY ("creditId") REFERENCES "IncomingCredit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CreditMatch" ADD CONSTRAINT "CreditMatch_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "PaymentOrder"("id") ON DELETE CASCADE ON UPDATE CASCADE;
