-- CreateEnum
CREATE TYPE "HoldingKind" AS ENUM ('savings', 'securities', 'cash', 'property', 'other', 'loan', 'debt');

-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "groupName" TEXT,
ADD COLUMN     "hidden" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "inTotals" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "listedName" TEXT,
ADD COLUMN     "position" INTEGER;

-- CreateTable
CREATE TABLE "Holding" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "HoldingKind" NOT NULL,
    "currency" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Holding_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "HoldingValue" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "holdingId" UUID NOT NULL,
    "day" DATE NOT NULL,
    "amountMinor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,

    CONSTRAINT "HoldingValue_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Holding_userId_idx" ON "Holding"("userId");

-- CreateIndex
CREATE INDEX "HoldingValue_userId_idx" ON "HoldingValue"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "HoldingValue_holdingId_day_userId_key" ON "HoldingValue"("holdingId", "day", "userId");

-- AddForeignKey
ALTER TABLE "Holding" ADD CONSTRAINT "Holding_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HoldingValue" ADD CONSTRAINT "HoldingValue_holdingId_fkey" FOREIGN KEY ("holdingId") REFERENCES "Holding"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HoldingValue" ADD CONSTRAINT "HoldingValue_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
