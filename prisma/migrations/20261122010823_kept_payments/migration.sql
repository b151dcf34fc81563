-- CreateTable
CREATE TABLE "KeptPayment" (
    "id" UUID NOT NULL,
    "erasureId" UUID NOT NULL,
    "bankCode" TEXT NOT NULL,
    "resourceId" TEXT,
    "paymentInformationId" TEXT NOT NULL,
    "endToEndIds" TEXT[],
    "amountMinor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "executionDate" DATE NOT NULL,
    "confirmingAt" TIMESTAMPTZ(3) NOT NULL,
    "keptUntil" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "KeptPayment_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "KeptPayment_paymentInformationId_key" ON "KeptPayment"("paymentInformationId");

-- CreateIndex
CREATE INDEX "KeptPayment_erasureId_idx" ON "KeptPayment"("erasureId");

-- CreateIndex
CREATE INDEX "KeptPayment_keptUntil_idx" ON "KeptPayment"("keptUntil");
