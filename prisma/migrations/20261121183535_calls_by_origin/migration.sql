-- CreateIndex
CREATE INDEX "BankCall_origin_idx" ON "BankCall"("origin");
