-- CreateTable
CREATE TABLE "ImportClaim" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "importId" UUID NOT NULL,
    "line" JSONB,

    CONSTRAINT "ImportClaim_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ImportClaim_importId_idx" ON "ImportClaim"("importId");

-- CreateIndex
CREATE INDEX "ImportClaim_userId_id_idx" ON "ImportClaim"("userId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ImportClaim_accountId_key_importId_key" ON "ImportClaim"("accountId", "key", "importId");

-- AddForeignKey
ALTER TABLE "ImportClaim" ADD CONSTRAINT "ImportClaim_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImportClaim" ADD CONSTRAINT "ImportClaim_accountId_key_fkey" FOREIGN KEY ("accountId", "key") REFERENCES "Transaction"("accountId", "key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImportClaim" ADD CONSTRAINT "ImportClaim_importId_fkey" FOREIGN KEY ("importId") REFERENCES "TransactionImport"("id") ON DELETE CASCADE ON UPDATE CASCADE;
