-- CreateEnum
CREATE TYPE "Mode" AS ENUM ('test', 'live');

-- CreateEnum
CREATE TYPE "Language" AS ENUM ('fr', 'en');

-- CreateEnum
CREATE TYPE "UserRole" AS ENUM ('person', 'operator');

-- CreateEnum
CREATE TYPE "MailedLinkPurpose" AS ENUM ('verify_email', 'reset_password');

-- CreateEnum
CREATE TYPE "LinkPurpose" AS ENUM ('link', 'renew');

-- CreateEnum
CREATE TYPE "LinkStatus" AS ENUM ('redirected', 'exchanging', 'quarantined', 'authorised', 'failed', 'revoked');

-- CreateEnum
CREATE TYPE "LinkFailure" AS ENUM ('refused_by_person', 'timed_out_at_bank', 'bank_error', 'our_fault', 'expired', 'already_used', 'unknown_link', 'wrong_bank', 'answer_lost', 'quarantine_expired', 'no_accounts', 'other_login');

-- CreateEnum
CREATE TYPE "LinkOutcome" AS ENUM ('linked', 'renewed', 'merged');

-- CreateEnum
CREATE TYPE "ConnectionStatus" AS ENUM ('choosing', 'active', 'expired', 'revoked', 'replaced', 'disconnected');

-- CreateEnum
CREATE TYPE "ConnectionReason" AS ENUM ('grant_refused', 'scope_refused', 'linked_elsewhere', 'linked_by_you');

-- CreateEnum
CREATE TYPE "ConsentStatus" AS ENUM ('pending', 'sent', 'accepted', 'refused', 'superseded');

-- CreateEnum
CREATE TYPE "AccountKind" AS ENUM ('account', 'card');

-- CreateEnum
CREATE TYPE "SyncState" AS ENUM ('idle', 'queued', 'running', 'done', 'failed');

-- CreateEnum
CREATE TYPE "CategorySource" AS ENUM ('code', 'label', 'rule', 'person');

-- CreateEnum
CREATE TYPE "Direction" AS ENUM ('in', 'out');

-- CreateEnum
CREATE TYPE "ImportFormat" AS ENUM ('csv', 'ofx', 'camt053');

-- CreateEnum
CREATE TYPE "CertificateSetStatus" AS ENUM ('staged', 'active', 'retired');

-- CreateEnum
CREATE TYPE "CertificateCheck" AS ENUM ('stapled', 'list', 'not_given', 'unanswered', 'revoked');

-- CreateEnum
CREATE TYPE "BreakerState" AS ENUM ('closed', 'open');

-- CreateEnum
CREATE TYPE "MemberRole" AS ENUM ('owner', 'admin', 'developer', 'accountant', 'viewer');

-- CreateEnum
CREATE TYPE "MailState" AS ENUM ('due', 'sending', 'sent', 'failed', 'overtaken');

-- CreateEnum
CREATE TYPE "OwnerKind" AS ENUM ('organisation', 'person');

-- CreateEnum
CREATE TYPE "OrderKind" AS ENUM ('checkout', 'link', 'transfer', 'refund');

-- CreateEnum
CREATE TYPE "OrderStatus" AS ENUM ('open', 'pending', 'confirmed', 'executed', 'partly_executed', 'cancelled', 'expired', 'held');

-- CreateEnum
CREATE TYPE "AttemptStatus" AS ENUM ('created', 'sending', 'redirected', 'authorised', 'confirming', 'confirmed', 'executed', 'partly_executed', 'rejected', 'cancelled', 'expired', 'abandoned', 'held');

-- CreateEnum
CREATE TYPE "PaymentActor" AS ENUM ('payer', 'owner', 'bank', 'us');

-- CreateEnum
CREATE TYPE "CancellationStatus" AS ENUM ('asking', 'redirected', 'executed', 'refused', 'failed', 'lost');

-- CreateEnum
CREATE TYPE "InvitationAnswer" AS ENUM ('accepted', 'declined', 'withdrawn');

-- CreateEnum
CREATE TYPE "ShareLevel" AS ENUM ('balances', 'transactions');

-- CreateEnum
CREATE TYPE "DisabledReason" AS ENUM ('owner', 'gone');

-- CreateEnum
CREATE TYPE "DeliveryStatus" AS ENUM ('pending', 'delivered', 'failed', 'dropped');

-- CreateEnum
CREATE TYPE "DeliveryFault" AS ENUM ('name_not_found', 'address_not_allowed', 'refused', 'timed_out', 'tls', 'reset', 'target_not_allowed');

-- CreateEnum
CREATE TYPE "MatchWay" AS ENUM ('end_to_end', 'structured_reference', 'reference', 'person');

-- CreateTable
CREATE TABLE "User" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "emailVerifiedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "locale" "Language" NOT NULL DEFAULT 'fr',
    "role" "UserRole" NOT NULL DEFAULT 'person',
    "mailNotices" BOOLEAN NOT NULL DEFAULT true,
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
CREATE TABLE "KnownDevice" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "KnownDevice_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MailedLink" (
    "id" UUID NOT NULL,
    "userId" UUID,
    "purpose" "MailedLinkPurpose" NOT NULL,
    "email" TEXT,
    "tokenHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "MailedLink_pkey" PRIMARY KEY ("id")
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
    "connectMs" INTEGER,
    "attendedMs" INTEGER,
    "batchMs" INTEGER,
    "bodyMs" INTEGER,
    "maxConnections" INTEGER,
    "parallelPages" INTEGER,
    "appToApp" BOOLEAN NOT NULL DEFAULT false,

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
    "purpose" "LinkPurpose" NOT NULL DEFAULT 'link',
    "connectionId" UUID,
    "sessionId" UUID,
    "stateHash" TEXT NOT NULL,
    "verifierSealed" TEXT,
    "redirectUri" TEXT NOT NULL,
    "status" "LinkStatus" NOT NULL DEFAULT 'redirected',
    "failure" "LinkFailure",
    "outcome" "LinkOutcome",
    "bankError" TEXT,
    "supportId" TEXT,
    "sealedTokens" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "callbackAt" TIMESTAMPTZ(3),
    "claimHash" TEXT,
    "quarantinedUntil" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "LinkFlow_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Connection" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "bankCode" TEXT NOT NULL,
    "status" "ConnectionStatus" NOT NULL DEFAULT 'choosing',
    "statusReason" "ConnectionReason",
    "unreadableAccounts" INTEGER NOT NULL DEFAULT 0,
    "psuName" TEXT,
    "loginFingerprint" TEXT,
    "accessSealed" TEXT,
    "refreshSealed" TEXT,
    "previousSealed" TEXT,
    "accessExpiresAt" TIMESTAMPTZ(3),
    "authorisedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),
    "remindAt" TIMESTAMPTZ(3),
    "grantSeenAt" TIMESTAMPTZ(3),
    "leaseId" UUID,
    "leaseUntil" TIMESTAMPTZ(3),
    "consentLeaseId" UUID,
    "consentLeaseUntil" TIMESTAMPTZ(3),
    "syncLeaseId" UUID,
    "syncLeaseUntil" TIMESTAMPTZ(3),
    "syncAttended" BOOLEAN NOT NULL DEFAULT false,
    "nextRefreshAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "unfinishedReadings" INTEGER NOT NULL DEFAULT 0,
    "restsUntil" TIMESTAMPTZ(3),
    "failedReadings" INTEGER NOT NULL DEFAULT 0,
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
    "interfaceVersion" TEXT,
    "status" "ConsentStatus" NOT NULL DEFAULT 'pending',
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
    "kind" "AccountKind" NOT NULL,
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
    "syncState" "SyncState" NOT NULL DEFAULT 'idle',
    "syncError" TEXT,
    "syncedRows" INTEGER NOT NULL DEFAULT 0,
    "lastSyncedAt" TIMESTAMPTZ(3),
    "lastReference" TEXT,
    "pageDigests" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "unreadableRows" INTEGER NOT NULL DEFAULT 0,
    "unreadableBalances" INTEGER NOT NULL DEFAULT 0,
    "gone" BOOLEAN NOT NULL DEFAULT false,
    "goneAt" TIMESTAMPTZ(3),
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
    "category" TEXT,
    "categorySource" "CategorySource",
    "ruleId" UUID,
    "counterparty" TEXT,
    "pairAccountId" UUID,
    "pairKey" TEXT,
    "importId" UUID,
    "firstSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Transaction_pkey" PRIMARY KEY ("accountId","key")
);

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
    "direction" "Direction",
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
    "format" "ImportFormat" NOT NULL,
    "fileName" TEXT NOT NULL,
    "added" INTEGER NOT NULL,
    "doubles" INTEGER NOT NULL,
    "firstDay" DATE,
    "lastDay" DATE,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "TransactionImport_pkey" PRIMARY KEY ("id")
);

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
    "origin" TEXT,

    CONSTRAINT "BankCall_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "QuotaUse" (
    "psu" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "connectionId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "used" INTEGER NOT NULL,
    "pausedUntil" TIMESTAMPTZ(3),

    CONSTRAINT "QuotaUse_pkey" PRIMARY KEY ("psu","resource","day")
);

-- CreateTable
CREATE TABLE "AuditEvent" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "userId" UUID,
    "stream" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "detail" JSONB,
    "ip" TEXT,
    "requestId" TEXT,
    "bankRequestId" TEXT,
    "seq" INTEGER NOT NULL DEFAULT 0,
    "salt" TEXT,
    "digest" TEXT NOT NULL DEFAULT '',
    "prevHash" TEXT NOT NULL DEFAULT '',
    "hash" TEXT NOT NULL DEFAULT '',
    "erasedAt" TIMESTAMPTZ(3),

    CONSTRAINT "AuditEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuditHead" (
    "stream" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "AuditHead_pkey" PRIMARY KEY ("stream")
);

-- CreateTable
CREATE TABLE "AuditCheck" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "streams" INTEGER NOT NULL,
    "events" INTEGER NOT NULL,
    "heads" TEXT NOT NULL,
    "broken" JSONB NOT NULL,

    CONSTRAINT "AuditCheck_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CertificateSet" (
    "id" UUID NOT NULL,
    "status" "CertificateSetStatus" NOT NULL DEFAULT 'staged',
    "qwacPem" TEXT NOT NULL,
    "qwacChainPem" TEXT,
    "qwacKeySealed" TEXT,
    "qsealPem" TEXT NOT NULL,
    "qsealKeySealed" TEXT,
    "qsealFingerprint" TEXT NOT NULL,
    "addedBy" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "registeredAt" JSONB,
    "activatedAt" TIMESTAMPTZ(3),
    "retiredAt" TIMESTAMPTZ(3),

    CONSTRAINT "CertificateSet_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RevokedCertificate" (
    "serial" TEXT NOT NULL,
    "issuer" TEXT,
    "reason" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "createdBy" UUID,

    CONSTRAINT "RevokedCertificate_pkey" PRIMARY KEY ("serial")
);

-- CreateTable
CREATE TABLE "BankCertificate" (
    "bankCode" TEXT NOT NULL,
    "serial" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "validTo" TIMESTAMPTZ(3) NOT NULL,
    "checked" "CertificateCheck" NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "BankCertificate_pkey" PRIMARY KEY ("bankCode")
);

-- CreateTable
CREATE TABLE "Agent" (
    "id" UUID NOT NULL,
    "platform" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "legalId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "registered" JSONB NOT NULL,
    "registeredAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Agent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CertificateAlarm" (
    "fingerprint" TEXT NOT NULL,
    "daysLeft" INTEGER NOT NULL,
    "toldAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "CertificateAlarm_pkey" PRIMARY KEY ("fingerprint","daysLeft")
);

-- CreateTable
CREATE TABLE "Revocation" (
    "id" UUID NOT NULL,
    "bankCode" TEXT NOT NULL,
    "userId" UUID,
    "connectionId" UUID,
    "tokenSealed" TEXT,
    "erasureId" UUID,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "nextTryAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "leaseId" UUID,
    "leaseUntil" TIMESTAMPTZ(3),
    "doneAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Revocation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ErasureRecord" (
    "id" UUID NOT NULL,
    "erasedAt" TIMESTAMPTZ(3) NOT NULL,
    "emailHash" TEXT NOT NULL,
    "banks" JSONB NOT NULL,
    "deleted" JSONB NOT NULL,

    CONSTRAINT "ErasureRecord_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "KeptPayment" (
    "id" UUID NOT NULL,
    "erasureId" UUID NOT NULL,
    "bankCode" TEXT NOT NULL,
    "resourceId" TEXT,
    "paymentInformationId" TEXT NOT NULL,
    "endToEndIds" TEXT[],
    "amountMinor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "status" "AttemptStatus" NOT NULL,
    "executionDate" DATE NOT NULL,
    "confirmingAt" TIMESTAMPTZ(3) NOT NULL,
    "keptUntil" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "KeptPayment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Notice" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "connectionId" UUID,
    "facts" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "dismissedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Notice_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "BankHealth" (
    "bankCode" TEXT NOT NULL,
    "breaker" "BreakerState" NOT NULL DEFAULT 'closed',
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
    "purpose" "LinkPurpose" NOT NULL DEFAULT 'link',
    "connectionId" UUID,
    "tokenHash" TEXT NOT NULL,
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

-- CreateTable
CREATE TABLE "Organisation" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "legalName" TEXT NOT NULL,
    "registrationNumber" TEXT,
    "email" TEXT NOT NULL,
    "website" TEXT,
    "locale" "Language" NOT NULL DEFAULT 'fr',
    "beneficiaryName" TEXT,
    "beneficiaryIban" TEXT,
    "beneficiaryBic" TEXT,
    "beneficiaryAccountId" UUID,
    "beneficiaryUserId" UUID,
    "beneficiaryChangedAt" TIMESTAMPTZ(3),
    "beneficiaryNextName" TEXT,
    "beneficiaryNextIban" TEXT,
    "beneficiaryNextBic" TEXT,
    "beneficiaryNextAt" TIMESTAMPTZ(3),
    "beneficiaryNextByUserId" UUID,
    "reconciledAt" TIMESTAMPTZ(3),
    "addressLines" TEXT[],
    "country" TEXT NOT NULL DEFAULT 'FR',
    "returnUrls" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Organisation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Membership" (
    "organisationId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "role" "MemberRole" NOT NULL,
    "roleSince" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Membership_pkey" PRIMARY KEY ("organisationId","userId")
);

-- CreateTable
CREATE TABLE "Invitation" (
    "id" UUID NOT NULL,
    "organisationId" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role" "MemberRole" NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "invitedByUserId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "acceptedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Mail" (
    "id" UUID NOT NULL,
    "organisationId" UUID,
    "userId" UUID,
    "to" TEXT,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "aboutId" TEXT NOT NULL,
    "language" "Language" NOT NULL,
    "wordsSealed" TEXT,
    "state" "MailState" NOT NULL DEFAULT 'due',
    "leaseId" UUID,
    "leaseUntil" TIMESTAMPTZ(3),
    "nextTryAt" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Mail_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PaymentLink" (
    "id" UUID NOT NULL,
    "organisationId" UUID NOT NULL,
    "mode" "Mode" NOT NULL DEFAULT 'test',
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "amountMinor" BIGINT,
    "minMinor" BIGINT,
    "maxMinor" BIGINT,
    "currency" TEXT NOT NULL DEFAULT 'EUR',
    "isReusable" BOOLEAN NOT NULL DEFAULT false,
    "referencePrefix" TEXT,
    "returnUrl" TEXT,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "createdByUserId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3),
    "closedAt" TIMESTAMPTZ(3),

    CONSTRAINT "PaymentLink_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PaymentOrder" (
    "id" UUID NOT NULL,
    "ownerId" UUID NOT NULL,
    "ownerKind" "OwnerKind" NOT NULL,
    "mode" "Mode" NOT NULL DEFAULT 'test',
    "kind" "OrderKind" NOT NULL,
    "publicId" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "structuredReference" TEXT NOT NULL,
    "description" TEXT,
    "amountMinor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'EUR',
    "creditorName" TEXT NOT NULL,
    "creditorIban" TEXT NOT NULL,
    "creditorBic" TEXT,
    "categoryPurpose" TEXT NOT NULL,
    "instructions" JSONB NOT NULL,
    "executionDate" DATE,
    "isInstant" BOOLEAN NOT NULL DEFAULT false,
    "recurrence" JSONB,
    "debtorIban" TEXT,
    "debtorAccountId" UUID,
    "returnUrl" TEXT,
    "cancelUrl" TEXT,
    "metadata" JSONB,
    "linkId" UUID,
    "refundOfId" UUID,
    "payerShowsIban" BOOLEAN NOT NULL DEFAULT false,
    "payerUserId" UUID,
    "status" "OrderStatus" NOT NULL DEFAULT 'open',
    "chosenAttemptId" UUID,
    "eventCount" INTEGER NOT NULL DEFAULT 0,
    "receivedMinor" BIGINT NOT NULL DEFAULT 0,
    "receivedAt" TIMESTAMPTZ(3),
    "cancelledAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "PaymentOrder_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PaymentAttempt" (
    "id" UUID NOT NULL,
    "orderId" UUID NOT NULL,
    "ownerId" UUID NOT NULL,
    "bankCode" TEXT NOT NULL,
    "status" "AttemptStatus" NOT NULL DEFAULT 'created',
    "reason" TEXT,
    "bankStatus" TEXT,
    "bankReason" TEXT,
    "paymentInformationId" TEXT NOT NULL,
    "requestId" TEXT NOT NULL,
    "executionDate" DATE NOT NULL,
    "debtorIban" TEXT,
    "resourceId" TEXT,
    "reportHash" TEXT NOT NULL,
    "reportSealed" TEXT NOT NULL,
    "consentSealed" TEXT,
    "codeSealed" TEXT,
    "codeUsedAt" TIMESTAMPTZ(3),
    "confirmSealed" TEXT,
    "confirmExpiresAt" TIMESTAMPTZ(3),
    "mismatch" JSONB,
    "leaseId" UUID,
    "leaseUntil" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "unread" INTEGER NOT NULL DEFAULT 0,
    "readings" INTEGER NOT NULL DEFAULT 0,
    "nextAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "redirectedAt" TIMESTAMPTZ(3),
    "returnedAt" TIMESTAMPTZ(3),
    "authorisedAt" TIMESTAMPTZ(3),
    "confirmingAt" TIMESTAMPTZ(3),
    "confirmedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PaymentAttempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PaymentInstruction" (
    "instructionId" TEXT NOT NULL,
    "attemptId" UUID NOT NULL,
    "ownerId" UUID NOT NULL,
    "place" INTEGER NOT NULL,
    "endToEndId" TEXT NOT NULL,
    "amountMinor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "remittance" TEXT[],
    "bankStatus" TEXT,
    "bankReason" TEXT,

    CONSTRAINT "PaymentInstruction_pkey" PRIMARY KEY ("instructionId")
);

-- CreateTable
CREATE TABLE "PaymentEvent" (
    "orderId" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "ownerId" UUID NOT NULL,
    "attemptId" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "type" TEXT NOT NULL,
    "by" "PaymentActor" NOT NULL,
    "detail" JSONB NOT NULL,

    CONSTRAINT "PaymentEvent_pkey" PRIMARY KEY ("orderId","seq")
);

-- CreateTable
CREATE TABLE "PaymentCancellation" (
    "id" UUID NOT NULL,
    "attemptId" UUID NOT NULL,
    "ownerId" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "instructionIds" TEXT[],
    "wasConsented" BOOLEAN NOT NULL,
    "status" "CancellationStatus" NOT NULL DEFAULT 'asking',
    "consentSealed" TEXT,
    "askedByUserId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "PaymentCancellation_pkey" PRIMARY KEY ("id")
);

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
    "leaseId" UUID,
    "leaseUntil" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "TransferDraft_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Household" (
    "id" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Household_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "HouseholdMember" (
    "userId" UUID NOT NULL,
    "householdId" UUID NOT NULL,
    "joinedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "HouseholdMember_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "HouseholdInvitation" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "householdId" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "answer" "InvitationAnswer",
    "answeredAt" TIMESTAMPTZ(3),

    CONSTRAINT "HouseholdInvitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AccountShare" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "viewerId" UUID NOT NULL,
    "level" "ShareLevel" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "seenAt" TIMESTAMPTZ(3),

    CONSTRAINT "AccountShare_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ApiKey" (
    "id" UUID NOT NULL,
    "organisationId" UUID NOT NULL,
    "mode" "Mode" NOT NULL,
    "name" TEXT NOT NULL,
    "scopes" TEXT[],
    "hash" TEXT NOT NULL,
    "last4" TEXT NOT NULL,
    "createdByUserId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "IdempotentAnswer" (
    "organisationId" UUID NOT NULL,
    "mode" "Mode" NOT NULL,
    "key" TEXT NOT NULL,
    "requestHash" TEXT NOT NULL,
    "status" INTEGER,
    "bodySealed" TEXT,
    "leaseId" UUID NOT NULL,
    "leaseUntil" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IdempotentAnswer_pkey" PRIMARY KEY ("organisationId","mode","key")
);

-- CreateTable
CREATE TABLE "WebhookEndpoint" (
    "id" UUID NOT NULL,
    "organisationId" UUID NOT NULL,
    "mode" "Mode" NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "eventTypes" TEXT[],
    "secretSealed" TEXT NOT NULL,
    "secretCreatedAt" TIMESTAMPTZ(3) NOT NULL,
    "previousSecretSealed" TEXT,
    "previousSecretUntil" TIMESTAMPTZ(3),
    "disabledAt" TIMESTAMPTZ(3),
    "disabledReason" "DisabledReason",
    "deletedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WebhookEndpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookMessage" (
    "id" UUID NOT NULL,
    "organisationId" UUID NOT NULL,
    "mode" "Mode" NOT NULL,
    "orderId" UUID,
    "sequence" INTEGER,
    "type" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WebhookMessage_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookDelivery" (
    "id" UUID NOT NULL,
    "messageId" UUID NOT NULL,
    "endpointId" UUID NOT NULL,
    "organisationId" UUID NOT NULL,
    "orderId" UUID,
    "sequence" INTEGER,
    "status" "DeliveryStatus" NOT NULL DEFAULT 'pending',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "nextAt" TIMESTAMPTZ(3),
    "leaseId" UUID,
    "leaseUntil" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookAttempt" (
    "id" UUID NOT NULL,
    "deliveryId" UUID NOT NULL,
    "organisationId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "durationMs" INTEGER NOT NULL,
    "status" INTEGER,
    "fault" "DeliveryFault",

    CONSTRAINT "WebhookAttempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "IncomingCredit" (
    "id" UUID NOT NULL,
    "organisationId" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "mode" "Mode" NOT NULL DEFAULT 'test',
    "amountMinor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "endToEndId" TEXT,
    "remittance" TEXT[],
    "note" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IncomingCredit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CreditMatch" (
    "id" UUID NOT NULL,
    "organisationId" UUID NOT NULL,
    "creditId" UUID NOT NULL,
    "orderId" UUID NOT NULL,
    "amountMinor" BIGINT NOT NULL,
    "by" "MatchWay" NOT NULL,
    "matchedByUserId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "undoneAt" TIMESTAMPTZ(3),
    "undoneByUserId" UUID,

    CONSTRAINT "CreditMatch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WriteProbe" (
    "id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WriteProbe_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");

-- CreateIndex
CREATE UNIQUE INDEX "Session_tokenHash_key" ON "Session"("tokenHash");

-- CreateIndex
CREATE INDEX "Session_userId_idx" ON "Session"("userId");

-- CreateIndex
CREATE INDEX "Session_absoluteExpiresAt_idx" ON "Session"("absoluteExpiresAt");

-- CreateIndex
CREATE INDEX "Session_revokedAt_idx" ON "Session"("revokedAt");

-- CreateIndex
CREATE INDEX "KnownDevice_tokenHash_idx" ON "KnownDevice"("tokenHash");

-- CreateIndex
CREATE INDEX "KnownDevice_lastSeenAt_idx" ON "KnownDevice"("lastSeenAt");

-- CreateIndex
CREATE UNIQUE INDEX "KnownDevice_userId_tokenHash_key" ON "KnownDevice"("userId", "tokenHash");

-- CreateIndex
CREATE UNIQUE INDEX "MailedLink_tokenHash_key" ON "MailedLink"("tokenHash");

-- CreateIndex
CREATE INDEX "MailedLink_userId_purpose_idx" ON "MailedLink"("userId", "purpose");

-- CreateIndex
CREATE INDEX "MailedLink_expiresAt_idx" ON "MailedLink"("expiresAt");

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
CREATE INDEX "Connection_bankCode_status_nextRefreshAt_idx" ON "Connection"("bankCode", "status", "nextRefreshAt");

-- CreateIndex
CREATE INDEX "Connection_remindAt_idx" ON "Connection"("remindAt");

-- CreateIndex
CREATE INDEX "Consent_userId_idx" ON "Consent"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "Consent_connectionId_version_userId_key" ON "Consent"("connectionId", "version", "userId");

-- CreateIndex
CREATE INDEX "Account_userId_idx" ON "Account"("userId");

-- CreateIndex
CREATE INDEX "Account_iban_idx" ON "Account"("iban");

-- CreateIndex
CREATE UNIQUE INDEX "Account_connectionId_resourceId_userId_key" ON "Account"("connectionId", "resourceId", "userId");

-- CreateIndex
CREATE INDEX "Balance_accountId_current_idx" ON "Balance"("accountId", "current");

-- CreateIndex
CREATE INDEX "Balance_userId_idx" ON "Balance"("userId");

-- CreateIndex
CREATE INDEX "Transaction_accountId_booked_day_key_idx" ON "Transaction"("accountId", "booked", "day" DESC, "key" DESC);

-- CreateIndex
CREATE INDEX "Transaction_userId_day_idx" ON "Transaction"("userId", "day" DESC);

-- CreateIndex
CREATE INDEX "Transaction_userId_booked_day_accountId_key_idx" ON "Transaction"("userId", "booked", "day" DESC, "accountId" DESC, "key" DESC);

-- CreateIndex
CREATE INDEX "Transaction_importId_idx" ON "Transaction"("importId");

-- CreateIndex
CREATE UNIQUE INDEX "Category_userId_name_key" ON "Category"("userId", "name");

-- CreateIndex
CREATE INDEX "CategoryRule_userId_position_idx" ON "CategoryRule"("userId", "position");

-- CreateIndex
CREATE INDEX "TransactionImport_userId_createdAt_idx" ON "TransactionImport"("userId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "ImportClaim_importId_idx" ON "ImportClaim"("importId");

-- CreateIndex
CREATE INDEX "ImportClaim_userId_id_idx" ON "ImportClaim"("userId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ImportClaim_accountId_key_importId_userId_key" ON "ImportClaim"("accountId", "key", "importId", "userId");

-- CreateIndex
CREATE INDEX "PsuIdentity_userId_idx" ON "PsuIdentity"("userId");

-- CreateIndex
CREATE INDEX "BankCall_bankCode_at_operation_durationMs_status_code_idx" ON "BankCall"("bankCode", "at" DESC, "operation", "durationMs", "status", "code");

-- CreateIndex
CREATE INDEX "BankCall_at_id_idx" ON "BankCall"("at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "BankCall_requestId_idx" ON "BankCall"("requestId");

-- CreateIndex
CREATE INDEX "BankCall_origin_idx" ON "BankCall"("origin");

-- CreateIndex
CREATE INDEX "BankCall_connectionId_at_idx" ON "BankCall"("connectionId", "at" DESC);

-- CreateIndex
CREATE INDEX "BankCall_userId_at_idx" ON "BankCall"("userId", "at" DESC);

-- CreateIndex
CREATE INDEX "QuotaUse_userId_idx" ON "QuotaUse"("userId");

-- CreateIndex
CREATE INDEX "QuotaUse_day_idx" ON "QuotaUse"("day");

-- CreateIndex
CREATE INDEX "AuditEvent_stream_id_idx" ON "AuditEvent"("stream", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_userId_idx" ON "AuditEvent"("userId");

-- CreateIndex
CREATE INDEX "AuditEvent_at_id_idx" ON "AuditEvent"("at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "AuditEvent_action_id_idx" ON "AuditEvent"("action", "id");

-- CreateIndex
CREATE UNIQUE INDEX "AuditEvent_stream_seq_key" ON "AuditEvent"("stream", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "CertificateSet_qsealFingerprint_key" ON "CertificateSet"("qsealFingerprint");

-- CreateIndex
CREATE INDEX "CertificateSet_status_idx" ON "CertificateSet"("status");

-- CreateIndex
CREATE UNIQUE INDEX "Agent_clientId_key" ON "Agent"("clientId");

-- CreateIndex
CREATE UNIQUE INDEX "Agent_platform_legalId_key" ON "Agent"("platform", "legalId");

-- CreateIndex
CREATE INDEX "Revocation_doneAt_nextTryAt_idx" ON "Revocation"("doneAt", "nextTryAt");

-- CreateIndex
CREATE UNIQUE INDEX "KeptPayment_paymentInformationId_key" ON "KeptPayment"("paymentInformationId");

-- CreateIndex
CREATE INDEX "KeptPayment_erasureId_idx" ON "KeptPayment"("erasureId");

-- CreateIndex
CREATE INDEX "KeptPayment_keptUntil_idx" ON "KeptPayment"("keptUntil");

-- CreateIndex
CREATE INDEX "Notice_userId_dismissedAt_idx" ON "Notice"("userId", "dismissedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Notice_userId_key_key" ON "Notice"("userId", "key");

-- CreateIndex
CREATE UNIQUE INDEX "LinkHandoff_tokenHash_key" ON "LinkHandoff"("tokenHash");

-- CreateIndex
CREATE UNIQUE INDEX "LinkHandoff_flowId_key" ON "LinkHandoff"("flowId");

-- CreateIndex
CREATE INDEX "LinkHandoff_userId_idx" ON "LinkHandoff"("userId");

-- CreateIndex
CREATE INDEX "LinkHandoff_expiresAt_idx" ON "LinkHandoff"("expiresAt");

-- CreateIndex
CREATE INDEX "Membership_userId_idx" ON "Membership"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "Invitation_tokenHash_key" ON "Invitation"("tokenHash");

-- CreateIndex
CREATE INDEX "Invitation_organisationId_createdAt_idx" ON "Invitation"("organisationId", "createdAt" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Mail_key_key" ON "Mail"("key");

-- CreateIndex
CREATE INDEX "Mail_state_nextTryAt_idx" ON "Mail"("state", "nextTryAt");

-- CreateIndex
CREATE INDEX "Mail_organisationId_kind_aboutId_createdAt_idx" ON "Mail"("organisationId", "kind", "aboutId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "Mail_userId_kind_aboutId_idx" ON "Mail"("userId", "kind", "aboutId");

-- CreateIndex
CREATE INDEX "Mail_to_idx" ON "Mail"("to");

-- CreateIndex
CREATE INDEX "Mail_finishedAt_idx" ON "Mail"("finishedAt");

-- CreateIndex
CREATE UNIQUE INDEX "PaymentLink_slug_key" ON "PaymentLink"("slug");

-- CreateIndex
CREATE INDEX "PaymentLink_organisationId_createdAt_idx" ON "PaymentLink"("organisationId", "createdAt" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "PaymentOrder_publicId_key" ON "PaymentOrder"("publicId");

-- CreateIndex
CREATE UNIQUE INDEX "PaymentOrder_chosenAttemptId_key" ON "PaymentOrder"("chosenAttemptId");

-- CreateIndex
CREATE INDEX "PaymentOrder_refundOfId_idx" ON "PaymentOrder"("refundOfId");

-- CreateIndex
CREATE INDEX "PaymentOrder_ownerId_createdAt_idx" ON "PaymentOrder"("ownerId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "PaymentOrder_ownerId_status_createdAt_idx" ON "PaymentOrder"("ownerId", "status", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "PaymentOrder_status_expiresAt_idx" ON "PaymentOrder"("status", "expiresAt");

-- CreateIndex
CREATE INDEX "PaymentOrder_linkId_idx" ON "PaymentOrder"("linkId");

-- CreateIndex
CREATE UNIQUE INDEX "PaymentOrder_ownerId_structuredReference_key" ON "PaymentOrder"("ownerId", "structuredReference");

-- CreateIndex
CREATE UNIQUE INDEX "PaymentAttempt_paymentInformationId_key" ON "PaymentAttempt"("paymentInformationId");

-- CreateIndex
CREATE UNIQUE INDEX "PaymentAttempt_requestId_key" ON "PaymentAttempt"("requestId");

-- CreateIndex
CREATE UNIQUE INDEX "PaymentAttempt_reportHash_key" ON "PaymentAttempt"("reportHash");

-- CreateIndex
CREATE INDEX "PaymentAttempt_orderId_createdAt_idx" ON "PaymentAttempt"("orderId", "createdAt");

-- CreateIndex
CREATE INDEX "PaymentAttempt_nextAt_idx" ON "PaymentAttempt"("nextAt");

-- CreateIndex
CREATE INDEX "PaymentAttempt_bankCode_createdAt_idx" ON "PaymentAttempt"("bankCode", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "PaymentInstruction_endToEndId_key" ON "PaymentInstruction"("endToEndId");

-- CreateIndex
CREATE INDEX "PaymentInstruction_attemptId_place_idx" ON "PaymentInstruction"("attemptId", "place");

-- CreateIndex
CREATE INDEX "PaymentEvent_ownerId_at_idx" ON "PaymentEvent"("ownerId", "at");

-- CreateIndex
CREATE INDEX "PaymentCancellation_attemptId_createdAt_idx" ON "PaymentCancellation"("attemptId", "createdAt");

-- CreateIndex
CREATE INDEX "Payee_userId_name_idx" ON "Payee"("userId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "Payee_userId_iban_key" ON "Payee"("userId", "iban");

-- CreateIndex
CREATE UNIQUE INDEX "TransferDraft_orderId_key" ON "TransferDraft"("orderId");

-- CreateIndex
CREATE INDEX "TransferDraft_userId_expiresAt_idx" ON "TransferDraft"("userId", "expiresAt");

-- CreateIndex
CREATE INDEX "HouseholdMember_householdId_idx" ON "HouseholdMember"("householdId");

-- CreateIndex
CREATE UNIQUE INDEX "HouseholdInvitation_tokenHash_key" ON "HouseholdInvitation"("tokenHash");

-- CreateIndex
CREATE INDEX "HouseholdInvitation_householdId_idx" ON "HouseholdInvitation"("householdId");

-- CreateIndex
CREATE INDEX "HouseholdInvitation_userId_idx" ON "HouseholdInvitation"("userId");

-- CreateIndex
CREATE INDEX "AccountShare_viewerId_idx" ON "AccountShare"("viewerId");

-- CreateIndex
CREATE INDEX "AccountShare_userId_idx" ON "AccountShare"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "AccountShare_accountId_viewerId_userId_key" ON "AccountShare"("accountId", "viewerId", "userId");

-- CreateIndex
CREATE UNIQUE INDEX "ApiKey_hash_key" ON "ApiKey"("hash");

-- CreateIndex
CREATE INDEX "ApiKey_organisationId_createdAt_idx" ON "ApiKey"("organisationId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "IdempotentAnswer_createdAt_idx" ON "IdempotentAnswer"("createdAt");

-- CreateIndex
CREATE INDEX "WebhookEndpoint_organisationId_mode_idx" ON "WebhookEndpoint"("organisationId", "mode");

-- CreateIndex
CREATE INDEX "WebhookMessage_organisationId_mode_createdAt_id_idx" ON "WebhookMessage"("organisationId", "mode", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "WebhookMessage_orderId_sequence_organisationId_key" ON "WebhookMessage"("orderId", "sequence", "organisationId");

-- CreateIndex
CREATE INDEX "WebhookDelivery_status_nextAt_idx" ON "WebhookDelivery"("status", "nextAt");

-- CreateIndex
CREATE INDEX "WebhookDelivery_endpointId_orderId_status_idx" ON "WebhookDelivery"("endpointId", "orderId", "status");

-- CreateIndex
CREATE INDEX "WebhookDelivery_endpointId_createdAt_idx" ON "WebhookDelivery"("endpointId", "createdAt" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "WebhookDelivery_messageId_endpointId_organisationId_key" ON "WebhookDelivery"("messageId", "endpointId", "organisationId");

-- CreateIndex
CREATE INDEX "WebhookAttempt_deliveryId_at_idx" ON "WebhookAttempt"("deliveryId", "at");

-- CreateIndex
CREATE INDEX "IncomingCredit_organisationId_mode_day_id_idx" ON "IncomingCredit"("organisationId", "mode", "day" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "IncomingCredit_organisationId_accountId_key_key" ON "IncomingCredit"("organisationId", "accountId", "key");

-- CreateIndex
CREATE INDEX "CreditMatch_organisationId_createdAt_idx" ON "CreditMatch"("organisationId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "CreditMatch_creditId_idx" ON "CreditMatch"("creditId");

-- CreateIndex
CREATE INDEX "CreditMatch_orderId_idx" ON "CreditMatch"("orderId");

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "KnownDevice" ADD CONSTRAINT "KnownDevice_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MailedLink" ADD CONSTRAINT "MailedLink_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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

-- AddForeignKey
ALTER TABLE "Category" ADD CONSTRAINT "Category_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CategoryRule" ADD CONSTRAINT "CategoryRule_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TransactionImport" ADD CONSTRAINT "TransactionImport_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TransactionImport" ADD CONSTRAINT "TransactionImport_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImportClaim" ADD CONSTRAINT "ImportClaim_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImportClaim" ADD CONSTRAINT "ImportClaim_accountId_key_fkey" FOREIGN KEY ("accountId", "key") REFERENCES "Transaction"("accountId", "key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImportClaim" ADD CONSTRAINT "ImportClaim_importId_fkey" FOREIGN KEY ("importId") REFERENCES "TransactionImport"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PsuIdentity" ADD CONSTRAINT "PsuIdentity_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BankCall" ADD CONSTRAINT "BankCall_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BankCertificate" ADD CONSTRAINT "BankCertificate_bankCode_fkey" FOREIGN KEY ("bankCode") REFERENCES "Bank"("code") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Notice" ADD CONSTRAINT "Notice_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BankHealth" ADD CONSTRAINT "BankHealth_bankCode_fkey" FOREIGN KEY ("bankCode") REFERENCES "Bank"("code") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LinkHandoff" ADD CONSTRAINT "LinkHandoff_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LinkHandoff" ADD CONSTRAINT "LinkHandoff_bankCode_fkey" FOREIGN KEY ("bankCode") REFERENCES "Bank"("code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Mail" ADD CONSTRAINT "Mail_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Mail" ADD CONSTRAINT "Mail_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PaymentAttempt" ADD CONSTRAINT "PaymentAttempt_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "PaymentOrder"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PaymentInstruction" ADD CONSTRAINT "PaymentInstruction_attemptId_fkey" FOREIGN KEY ("attemptId") REFERENCES "PaymentAttempt"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PaymentEvent" ADD CONSTRAINT "PaymentEvent_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "PaymentOrder"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PaymentCancellation" ADD CONSTRAINT "PaymentCancellation_attemptId_fkey" FOREIGN KEY ("attemptId") REFERENCES "PaymentAttempt"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Payee" ADD CONSTRAINT "Payee_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TransferDraft" ADD CONSTRAINT "TransferDraft_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HouseholdMember" ADD CONSTRAINT "HouseholdMember_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HouseholdMember" ADD CONSTRAINT "HouseholdMember_householdId_fkey" FOREIGN KEY ("householdId") REFERENCES "Household"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HouseholdInvitation" ADD CONSTRAINT "HouseholdInvitation_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HouseholdInvitation" ADD CONSTRAINT "HouseholdInvitation_householdId_fkey" FOREIGN KEY ("householdId") REFERENCES "Household"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccountShare" ADD CONSTRAINT "AccountShare_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccountShare" ADD CONSTRAINT "AccountShare_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccountShare" ADD CONSTRAINT "AccountShare_viewerId_fkey" FOREIGN KEY ("viewerId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_messageId_fkey" FOREIGN KEY ("messageId") REFERENCES "WebhookMessage"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_endpointId_fkey" FOREIGN KEY ("endpointId") REFERENCES "WebhookEndpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookAttempt" ADD CONSTRAINT "WebhookAttempt_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "WebhookDelivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "IncomingCredit" ADD CONSTRAINT "IncomingCredit_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CreditMatch" ADD CONSTRAINT "CreditMatch_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CreditMatch" ADD CONSTRAINT "CreditMatch_creditId_fkey" FOREIGN KEY ("creditId") REFERENCES "IncomingCredit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CreditMatch" ADD CONSTRAINT "CreditMatch_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "PaymentOrder"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the schema file cannot say.

-- Small indexes of what is rare: lines that wait to be filed, halves of pairs, lines from files.
CREATE INDEX "Transaction_unfiled" ON "Transaction" ("userId") WHERE "category" IS NULL;
CREATE INDEX "Transaction_paired" ON "Transaction" ("userId") WHERE "pairAccountId" IS NOT NULL;
CREATE INDEX "Transaction_imported" ON "Transaction" ("userId", "accountId", "day") WHERE "importId" IS NOT NULL;

-- Search inside labels by trigrams. Where the server lacks this contrib module, or its use is not permitted, search still works by reading.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX IF NOT EXISTS "Transaction_searchText_trgm" ON "Transaction" USING gin ("searchText" gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'pg_trgm is not available: %', SQLERRM;
END $$;

-- The ledger of consents is append-only (quality.md C21, C49): what was shown and sent never changes; the bank's answer is
-- written once; nothing is deleted but by erasing a person, which says so with `guichet.erase` in its own transaction.
CREATE FUNCTION guichet_keep_consent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR TG_OP = 'TRUNCATE' THEN
    IF current_setting('guichet.erase', true) = 'on' THEN
      RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the ledger of consents is append-only' USING ERRCODE = 'restrict_violation';
  END IF;
  IF (NEW."id", NEW."userId", NEW."connectionId", NEW."version", NEW."choice"::text, NEW."choiceHash", NEW."createdAt")
    IS DISTINCT FROM
    (OLD."id", OLD."userId", OLD."connectionId", OLD."version", OLD."choice"::text, OLD."choiceHash", OLD."createdAt")
    OR (OLD."interfaceVersion" IS NOT NULL AND NEW."interfaceVersion" IS DISTINCT FROM OLD."interfaceVersion")
    OR (OLD."answeredAt" IS NOT NULL AND (NEW."answeredAt", NEW."bankStatus", NEW."bankCode", NEW."requestId", NEW."sentAt")
      IS DISTINCT FROM (OLD."answeredAt", OLD."bankStatus", OLD."bankCode", OLD."requestId", OLD."sentAt"))
  THEN
    RAISE EXCEPTION 'the ledger of consents is append-only' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW."status" <> OLD."status" AND NOT (
    (OLD."status" = 'pending' AND NEW."status" IN ('sent', 'refused', 'superseded'))
    OR (OLD."status" = 'sent' AND NEW."status" IN ('accepted', 'refused', 'superseded'))
    OR (OLD."status" = 'accepted' AND NEW."status" = 'superseded'))
  THEN
    RAISE EXCEPTION 'a consent does not go from % to %', OLD."status", NEW."status" USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER consent_append_only BEFORE UPDATE OR DELETE ON "Consent"
  FOR EACH ROW EXECUTE FUNCTION guichet_keep_consent();
CREATE TRIGGER consent_no_truncate BEFORE TRUNCATE ON "Consent"
  FOR EACH STATEMENT EXECUTE FUNCTION guichet_keep_consent();

-- The audit trail chains itself (C49). A field is its length in bytes and its text, so that no two lists of fields are the same text.
CREATE FUNCTION audit_field(value text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN value IS NULL THEN '-:,' ELSE octet_length(convert_to(value, 'UTF8'))::text || ':' || value || ',' END
$$;

CREATE FUNCTION audit_sha256(value text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(value, 'UTF8')), 'hex')
$$;

CREATE FUNCTION audit_digest(event "AuditEvent") RETURNS text LANGUAGE sql STABLE AS $$
  SELECT audit_sha256(
    audit_field(event.salt) || audit_field(event.stream) || audit_field(event."userId"::text) || audit_field(event.detail::text)
    || audit_field(event.ip) || audit_field(event."requestId") || audit_field(event."bankRequestId"))
$$;

CREATE FUNCTION audit_hash(event "AuditEvent") RETURNS text LANGUAGE sql STABLE AS $$
  SELECT audit_sha256(
    audit_field(event.seq::text) || audit_field(event."prevHash")
    || audit_field(to_char(event.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    || audit_field(event.action) || audit_field(event.digest))
$$;

CREATE FUNCTION audit_append() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE head "AuditHead";
BEGIN
  INSERT INTO "AuditHead" (stream, seq, hash) VALUES (NEW.stream, 0, '') ON CONFLICT (stream) DO NOTHING;
  SELECT * INTO head FROM "AuditHead" WHERE stream = NEW.stream FOR UPDATE;
  NEW.seq := head.seq + 1;
  NEW."prevHash" := head.hash;
  NEW.salt := gen_random_uuid()::text;
  NEW."erasedAt" := NULL;
  NEW.digest := audit_digest(NEW);
  NEW.hash := audit_hash(NEW);
  UPDATE "AuditHead" SET seq = NEW.seq, hash = NEW.hash WHERE stream = NEW.stream;
  RETURN NEW;
END $$;

CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = '42501';
END $$;

-- The one change there is: a person's details are erased, and with them whose they were; what is hashed stays. An event of a shared
-- stream can be about a person too: its details are erased where it stands.
CREATE FUNCTION audit_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."erasedAt" IS NULL AND NEW."erasedAt" IS NOT NULL
    AND (NEW.id, NEW.at, NEW.action, NEW.seq, NEW.digest, NEW."prevHash", NEW.hash)
      = (OLD.id, OLD.at, OLD.action, OLD.seq, OLD.digest, OLD."prevHash", OLD.hash)
    AND (NEW.stream LIKE 'erased:%' OR NEW.stream = OLD.stream)
    AND NEW."userId" IS NULL AND NEW.detail IS NULL AND NEW.ip IS NULL
    AND NEW.salt IS NULL AND NEW."requestId" IS NULL AND NEW."bankRequestId" IS NULL
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = '42501';
END $$;

CREATE FUNCTION audit_guard_head() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() > 1 OR (NEW.stream LIKE 'erased:%' AND (NEW.seq, NEW.hash) = (OLD.seq, OLD.hash)) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = '42501';
END $$;

CREATE TRIGGER audit_append BEFORE INSERT ON "AuditEvent" FOR EACH ROW EXECUTE FUNCTION audit_append();
CREATE TRIGGER audit_guard BEFORE UPDATE ON "AuditEvent" FOR EACH ROW EXECUTE FUNCTION audit_guard();
CREATE TRIGGER audit_refuse BEFORE DELETE ON "AuditEvent" FOR EACH ROW EXECUTE FUNCTION audit_refuse();
CREATE TRIGGER audit_refuse_all BEFORE TRUNCATE ON "AuditEvent" FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();
CREATE TRIGGER audit_guard_head BEFORE UPDATE ON "AuditHead" FOR EACH ROW EXECUTE FUNCTION audit_guard_head();
CREATE TRIGGER audit_refuse_head BEFORE DELETE ON "AuditHead" FOR EACH ROW EXECUTE FUNCTION audit_refuse();
CREATE TRIGGER audit_refuse_heads BEFORE TRUNCATE ON "AuditHead" FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();
