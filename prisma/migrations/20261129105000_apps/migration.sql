-- CreateEnum
CREATE TYPE "AppKind" AS ENUM ('simplefin');

-- CreateEnum
CREATE TYPE "AppEnd" AS ENUM ('by_person', 'setup_repeated');

-- CreateTable
CREATE TABLE "App" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "kind" "AppKind" NOT NULL,
    "name" TEXT NOT NULL,
    "proposal" JSONB,
    "historyFrom" DATE,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "agreedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),
    "endSaidAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "endedBy" "AppEnd",
    "setupHash" TEXT,
    "setupSealed" TEXT,
    "setupUntil" TIMESTAMPTZ(3),
    "claimedAt" TIMESTAMPTZ(3),
    "secretHash" TEXT,
    "firstReadAt" TIMESTAMPTZ(3),
    "lastReadAt" TIMESTAMPTZ(3),

    CONSTRAINT "App_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AppAccount" (
    "appId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "balances" BOOLEAN NOT NULL,
    "transactions" BOOLEAN NOT NULL,
    "owners" BOOLEAN NOT NULL,

    CONSTRAINT "AppAccount_pkey" PRIMARY KEY ("appId","accountId","userId")
);

-- CreateTable
CREATE TABLE "AppReading" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "appId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "address" TEXT NOT NULL,
    "program" TEXT,
    "accounts" INTEGER NOT NULL,
    "transactions" INTEGER NOT NULL,
    "fromDay" DATE,

    CONSTRAINT "AppReading_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "App_setupHash_key" ON "App"("setupHash");

-- CreateIndex
CREATE INDEX "App_userId_idx" ON "App"("userId");

-- CreateIndex
CREATE INDEX "App_expiresAt_idx" ON "App"("expiresAt");

-- CreateIndex
CREATE INDEX "App_setupSealed_kid" ON "App" (vault_kid("setupSealed")) WHERE "setupSealed" IS NOT NULL;

-- CreateIndex
CREATE INDEX "AppAccount_accountId_idx" ON "AppAccount"("accountId");

-- CreateIndex
CREATE INDEX "AppAccount_userId_idx" ON "AppAccount"("userId");

-- CreateIndex
CREATE INDEX "AppReading_appId_at_idx" ON "AppReading"("appId", "at" DESC);

-- CreateIndex
CREATE INDEX "AppReading_userId_idx" ON "AppReading"("userId");

-- CreateIndex
CREATE INDEX "AppReading_at_idx" ON "AppReading"("at");

-- AddForeignKey
ALTER TABLE "App" ADD CONSTRAINT "App_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AppAccount" ADD CONSTRAINT "AppAccount_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AppAccount" ADD CONSTRAINT "AppAccount_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AppReading" ADD CONSTRAINT "AppReading_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AppAccount" ADD CONSTRAINT "AppAccount_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AppReading" ADD CONSTRAINT "AppReading_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
