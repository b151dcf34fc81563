-- CreateEnum
CREATE TYPE "AlertKind" AS ENUM ('large_debit', 'salary', 'low_balance', 'price_rise', 'budget');

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "alertAmounts" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "alertMail" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "alertsDueAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "AlertChoice" (
    "userId" UUID NOT NULL,
    "kind" "AlertKind" NOT NULL,
    "amountMinor" BIGINT,

    CONSTRAINT "AlertChoice_pkey" PRIMARY KEY ("userId","kind")
);

-- CreateTable
CREATE TABLE "Alert" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "kind" "AlertKind" NOT NULL,
    "key" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Alert_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PushTarget" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "sessionId" UUID NOT NULL,
    "endpointHash" TEXT NOT NULL,
    "targetSealed" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PushTarget_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Alert_createdAt_idx" ON "Alert"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Alert_userId_key_key" ON "Alert"("userId", "key");

-- CreateIndex
CREATE UNIQUE INDEX "PushTarget_endpointHash_key" ON "PushTarget"("endpointHash");

-- CreateIndex
CREATE INDEX "PushTarget_userId_idx" ON "PushTarget"("userId");

-- CreateIndex
CREATE INDEX "PushTarget_sessionId_idx" ON "PushTarget"("sessionId");

-- AddForeignKey
ALTER TABLE "AlertChoice" ADD CONSTRAINT "AlertChoice_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Alert" ADD CONSTRAINT "Alert_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PushTarget" ADD CONSTRAINT "PushTarget_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE INDEX "PushTarget_targetSealed_kid" ON "PushTarget" (vault_kid("targetSealed")) WHERE "targetSealed" IS NOT NULL;

CREATE INDEX "User_alertsDueAt_idx" ON "User"("alertsDueAt");
