-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "User" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "locale" TEXT NOT NULL DEFAULT 'fr',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" UUID NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "userId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "authenticatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "idleExpiresAt" TIMESTAMPTZ(3) NOT NULL,
    "absoluteExpiresAt" TIMESTAMPTZ(3) NOT NULL,
    "revokedAt" TIMESTAMPTZ(3),
    "userAgent" TEXT,
    "ip" TEXT,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RateLimit" (
    "key" TEXT NOT NULL,
    "windowStart" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "RateLimit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Bank" (
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "group" TEXT NOT NULL,
    "bic" TEXT NOT NULL,
    "baseUrl" TEXT NOT NULL,
    "screensUrl" TEXT NOT NULL,
    "aisVersion" TEXT NOT NULL DEFAULT '1.6.2',
    "pkce" BOOLEAN NOT NULL DEFAULT true,
    "brandColor" TEXT NOT NULL,
    "brandInk" TEXT NOT NULL DEFAULT '#ffffff',
    "initials" TEXT NOT NULL,
    "city" TEXT,
    "supports" TEXT[],
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "platform" TEXT NOT NULL DEFAULT 'sandbox',

    CONSTRAINT "Bank_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "Registration" (
    "platform" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "registrationClientUri" TEXT,
    "registrationTokenSealed" TEXT,
    "keyId" TEXT NOT NULL,
    "certificateFingerprint" TEXT NOT NULL,
    "registered" JSONB NOT NULL,
    "registeredAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Registration_pkey" PRIMARY KEY ("platform")
);

-- CreateTable
CREATE TABLE "LinkFlow" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "bankCode" TEXT NOT NULL,
    "purpose" TEXT NOT NULL DEFAULT 'link',
    "connectionId" UUID,
    "sessionId" UUID,
    "stateHash" TEXT NOT NULL,
    "verifierSealed" TEXT,
    "redirectUri" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'redirected',
    "failure" TEXT,
    "bankError" TEXT,
    "supportId" TEXT,
    "sealedTokens" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "callbackAt" TIMESTAMPTZ(3),
    "quarantinedUntil" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "LinkFlow_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Connection" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "bankCode" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'choosing',
    "statusReason" TEXT,
    "psuName" TEXT,
    "loginFingerprint" TEXT,
    "accessSealed" TEXT,
    "refreshSealed" TEXT,
    "previousSealed" TEXT,
    "accessExpiresAt" TIMESTAMPTZ(3),
    "authorisedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),
    "leaseId" UUID,
    "leaseUntil" TIMESTAMPTZ(3),
    "refreshStartedAt" TIMESTAMPTZ(3),
    "gen" INTEGER NOT NULL DEFAULT 0,
    "syncLeaseId" UUID,
    "syncLeaseUntil" TIMESTAMPTZ(3),
    "lastSyncedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disconnectedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Connection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Consent" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "connectionId" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "choice" JSONB NOT NULL,
    "choiceHash" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "bankStatus" INTEGER,
    "bankCode" TEXT,
    "requestId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sentAt" TIMESTAMPTZ(3),
    "answeredAt" TIMESTAMPTZ(3),

    CONSTRAINT "Consent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Account" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "connectionId" UUID NOT NULL,
    "resourceId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "iban" TEXT,
    "cardId" TEXT,
    "currency" TEXT NOT NULL,
    "cashAccountType" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "product" TEXT,
    "details" TEXT,
    "features" TEXT[],
    "usage" TEXT,
    "psuStatus" TEXT,
    "bic" TEXT,
    "linkedResourceId" TEXT,
    "ordinal" INTEGER NOT NULL DEFAULT 0,
    "mayBalances" BOOLEAN NOT NULL DEFAULT false,
    "mayTransactions" BOOLEAN NOT NULL DEFAULT false,
    "mayOwners" BOOLEAN NOT NULL DEFAULT false,
    "mayOverdrafts" BOOLEAN NOT NULL DEFAULT false,
    "owners" JSONB,
    "overdraft" JSONB,
    "syncState" TEXT NOT NULL DEFAULT 'idle',
    "syncError" TEXT,
    "syncedRows" INTEGER NOT NULL DEFAULT 0,
    "lastSyncedAt" TIMESTAMPTZ(3),
    "lastReference" TEXT,
    "unreadableRows" INTEGER NOT NULL DEFAULT 0,
    "gone" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Balance" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "amountMinor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "referenceDate" DATE,
    "current" BOOLEAN NOT NULL DEFAULT true,
    "readAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Balance_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Transaction" (
    "userId" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "booked" BOOLEAN NOT NULL,
    "resourceId" TEXT,
    "entryReference" TEXT,
    "status" TEXT NOT NULL,
    "amountMinor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "bookingDate" DATE,
    "valueDate" DATE,
    "transactionDate" DATE,
    "expectedBookingDate" DATE,
    "label" TEXT NOT NULL,
    "remittance" TEXT[],
    "codeDomain" TEXT,
    "codeFamily" TEXT,
    "codeSubFamily" TEXT,
    "code" TEXT,
    "codeIssuer" TEXT,
    "endToEndId" TEXT,
    "searchText" TEXT NOT NULL,
    "firstSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Transaction_pkey" PRIMARY KEY ("accountId","key")
);

-- CreateTable
CREATE TABLE "PsuIdentity" (
    "connectionId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "fullName" TEXT NOT NULL,
    "firstName" TEXT,
    "lastName" TEXT,
    "readAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PsuIdentity_pkey" PRIMARY KEY ("connectionId")
);

-- CreateTable
CREATE TABLE "BankCall" (
    "id" UUID NOT NULL,
    "userId" UUID,
    "connectionId" UUID,
    "bankCode" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "operation" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "attended" BOOLEAN NOT NULL,
    "status" INTEGER,
    "code" TEXT,
    "durationMs" INTEGER NOT NULL,
    "requestId" TEXT NOT NULL,

    CONSTRAINT "BankCall_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "QuotaUse" (
    "connectionId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "day" DATE NOT NULL,
    "resource" TEXT NOT NULL,
    "used" INTEGER NOT NULL,

    CONSTRAINT "QuotaUse_pkey" PRIMARY KEY ("connectionId","day","resource")
);

-- CreateTable
CREATE TABLE "AuditEvent" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "userId" UUID,
    "stream" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "detail" JSONB NOT NULL,
    "ip" TEXT,

    CONSTRAINT "AuditEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Revocation" (
    "id" UUID NOT NULL,
    "bankCode" TEXT NOT NULL,
    "userId" UUID,
    "connectionId" UUID,
    "tokenSealed" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "nextTryAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "doneAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Revocation_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");

-- CreateIndex
CREATE UNIQUE INDEX "Session_tokenHash_key" ON "Session"("tokenHash");

-- CreateIndex
CREATE INDEX "Session_userId_idx" ON "Session"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "LinkFlow_stateHash_key" ON "LinkFlow"("stateHash");

-- CreateIndex
CREATE INDEX "LinkFlow_userId_status_idx" ON "LinkFlow"("userId", "status");

-- CreateIndex
CREATE INDEX "LinkFlow_status_quarantinedUntil_idx" ON "LinkFlow"("status", "quarantinedUntil");

-- CreateIndex
CREATE INDEX "Connection_userId_status_idx" ON "Connection"("userId", "status");

-- CreateIndex
CREATE INDEX "Connection_bankCode_loginFingerprint_idx" ON "Connection"("bankCode", "loginFingerprint");

-- CreateIndex
CREATE INDEX "Consent_userId_idx" ON "Consent"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "Consent_connectionId_version_key" ON "Consent"("connectionId", "version");

-- CreateIndex
CREATE INDEX "Account_userId_idx" ON "Account"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "Account_connectionId_resourceId_key" ON "Account"("connectionId", "resourceId");

-- CreateIndex
CREATE INDEX "Balance_accountId_current_idx" ON "Balance"("accountId", "current");

-- CreateIndex
CREATE INDEX "Balance_userId_idx" ON "Balance"("userId");

-- CreateIndex
CREATE INDEX "Transaction_accountId_booked_day_key_idx" ON "Transaction"("accountId", "booked", "day" DESC, "key" DESC);

-- CreateIndex
CREATE INDEX "Transaction_userId_day_idx" ON "Transaction"("userId", "day" DESC);

-- CreateIndex
CREATE INDEX "PsuIdentity_userId_idx" ON "PsuIdentity"("userId");

-- CreateIndex
CREATE INDEX "BankCall_connectionId_at_idx" ON "BankCall"("connectionId", "at" DESC);

-- CreateIndex
CREATE INDEX "BankCall_userId_at_idx" ON "BankCall"("userId", "at" DESC);

-- CreateIndex
CREATE INDEX "QuotaUse_userId_idx" ON "QuotaUse"("userId");

-- CreateIndex
CREATE INDEX "AuditEvent_stream_id_idx" ON "AuditEvent"("stream", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_userId_idx" ON "AuditEvent"("userId");

-- CreateIndex
CREATE INDEX "Revocation_doneAt_nextTryAt_idx" ON "Revocation"("doneAt", "nextTryAt");

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LinkFlow" ADD CONSTRAINT "LinkFlow_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LinkFlow" ADD CONSTRAINT "LinkFlow_bankCode_fkey" FOREIGN KEY ("bankCode") REFERENCES "Bank"("code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Connection" ADD CONSTRAINT "Connection_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Connection" ADD CONSTRAINT "Connection_bankCode_fkey" FOREIGN KEY ("bankCode") REFERENCES "Bank"("code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Consent" ADD CONSTRAINT "Consent_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Account" ADD CONSTRAINT "Account_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Balance" ADD CONSTRAINT "Balance_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Transaction" ADD CONSTRAINT "Transaction_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
