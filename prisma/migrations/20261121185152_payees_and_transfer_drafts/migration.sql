-- CreateTable
CREATE TABLE "Payee" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "iban" TEXT NOT NULL,
    "bic" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Payee_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TransferDraft" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "typed" JSONB NOT NULL,
    "orderId" UUID,
    "leaseUntil" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "TransferDraft_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Payee_userId_name_idx" ON "Payee"("userId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "Payee_userId_iban_key" ON "Payee"("userId", "iban");

-- CreateIndex
CREATE UNIQUE INDEX "TransferDraft_orderId_key" ON "TransferDraft"("orderId");

-- CreateIndex
CREATE INDEX "TransferDraft_userId_expiresAt_idx" ON "TransferDraft"("userId", "expiresAt");

-- AddForeignKey
ALTER TABLE "Payee" ADD CONSTRAINT "Payee_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TransferDraft" ADD CONSTRAINT "TransferDraft_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
