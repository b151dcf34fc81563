-- AlterTable
ALTER TABLE "Bank" ADD COLUMN     "appToApp" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "BankHealth" (
    "bankCode" TEXT NOT NULL,
    "breaker" TEXT NOT NULL DEFAULT 'closed',
    "downSince" TIMESTAMPTZ(3),
    "retryAt" TIMESTAMPTZ(3),
    "failedProbes" INTEGER NOT NULL DEFAULT 0,
    "reason" TEXT,
    "probeId" UUID,
    "probeUntil" TIMESTAMPTZ(3),
    "closedAt" TIMESTAMPTZ(3),
    "fallback" BOOLEAN NOT NULL DEFAULT false,
    "fallbackBy" TEXT,
    "fallbackAt" TIMESTAMPTZ(3),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "BankHealth_pkey" PRIMARY KEY ("bankCode")
);

-- CreateTable
CREATE TABLE "LinkHandoff" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "sessionId" UUID NOT NULL,
    "bankCode" TEXT NOT NULL,
    "purpose" TEXT NOT NULL DEFAULT 'link',
    "connectionId" UUID,
    "tokenHash" TEXT NOT NULL,
    "phoneHash" TEXT,
    "flowId" UUID,
    "claimSealed" TEXT,
    "codeHash" TEXT,
    "codeTries" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "openedAt" TIMESTAMPTZ(3),
    "cancelledAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "LinkHandoff_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "LinkHandoff_tokenHash_key" ON "LinkHandoff"("tokenHash");

-- CreateIndex
CREATE UNIQUE INDEX "LinkHandoff_flowId_key" ON "LinkHandoff"("flowId");

-- CreateIndex
CREATE INDEX "LinkHandoff_userId_idx" ON "LinkHandoff"("userId");

-- CreateIndex
CREATE INDEX "LinkHandoff_expiresAt_idx" ON "LinkHandoff"("expiresAt");

-- AddForeignKey
ALTER TABLE "BankHealth" ADD CONSTRAINT "BankHealth_bankCode_fkey" FOREIGN KEY ("bankCode") REFERENCES "Bank"("code") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LinkHandoff" ADD CONSTRAINT "LinkHandoff_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LinkHandoff" ADD CONSTRAINT "LinkHandoff_bankCode_fkey" FOREIGN KEY ("bankCode") REFERENCES "Bank"("code") ON DELETE RESTRICT ON UPDATE CASCADE;
