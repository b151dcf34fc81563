-- AlterTable
ALTER TABLE "Transaction" ADD COLUMN     "category" TEXT,
ADD COLUMN     "categorySource" TEXT,
ADD COLUMN     "counterparty" TEXT,
ADD COLUMN     "importId" UUID,
ADD COLUMN     "pairAccountId" UUID,
ADD COLUMN     "pairKey" TEXT,
ADD COLUMN     "ruleId" UUID;

-- CreateTable
CREATE TABLE "Category" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "icon" TEXT NOT NULL,
    "tone" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Category_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CategoryRule" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "pattern" TEXT NOT NULL,
    "counterparty" TEXT,
    "direction" TEXT,
    "minMinor" BIGINT,
    "maxMinor" BIGINT,
    "currency" TEXT,
    "accountId" UUID,
    "category" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CategoryRule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TransactionImport" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "format" TEXT NOT NULL,
    "fileName" TEXT NOT NULL,
    "added" INTEGER NOT NULL,
    "doubles" INTEGER NOT NULL,
    "firstDay" DATE,
    "lastDay" DATE,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "TransactionImport_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Category_userId_name_key" ON "Category"("userId", "name");

-- CreateIndex
CREATE INDEX "CategoryRule_userId_position_idx" ON "CategoryRule"("userId", "position");

-- CreateIndex
CREATE INDEX "TransactionImport_userId_createdAt_idx" ON "TransactionImport"("userId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "Transaction_userId_booked_day_accountId_key_idx" ON "Transaction"("userId", "booked", "day" DESC, "accountId" DESC, "key" DESC);

-- CreateIndex
CREATE INDEX "Transaction_importId_idx" ON "Transaction"("importId");

-- AddForeignKey
ALTER TABLE "Category" ADD CONSTRAINT "Category_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CategoryRule" ADD CONSTRAINT "CategoryRule_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TransactionImport" ADD CONSTRAINT "TransactionImport_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TransactionImport" ADD CONSTRAINT "TransactionImport_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Search inside labels by trigrams. Where the server lacks this contrib module, or its use is not permitted, search still works by reading.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX IF NOT EXISTS "Transaction_searchText_trgm" ON "Transaction" USING gin ("searchText" gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'pg_trgm is not available: %', SQLERRM;
END $$;
