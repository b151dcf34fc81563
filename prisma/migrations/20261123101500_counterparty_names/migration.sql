-- CreateTable
CREATE TABLE "CounterpartyName" (
    "userId" UUID NOT NULL,
    "counterparty" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CounterpartyName_pkey" PRIMARY KEY ("userId","counterparty")
);

-- CreateIndex
CREATE INDEX "Transaction_userId_counterparty_idx" ON "Transaction"("userId", "counterparty");

-- AddForeignKey
ALTER TABLE "CounterpartyName" ADD CONSTRAINT "CounterpartyName_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
