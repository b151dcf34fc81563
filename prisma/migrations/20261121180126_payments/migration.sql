-- CreateTable
CREATE TABLE "Organisation" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "legalName" TEXT NOT NULL,
    "registrationNumber" TEXT,
    "email" TEXT NOT NULL,
    "website" TEXT,
    "locale" TEXT NOT NULL DEFAULT 'fr',
    "beneficiaryName" TEXT,
    "beneficiaryIban" TEXT,
    "beneficiaryBic" TEXT,
    "beneficiaryAccountId" UUID,
    "beneficiaryUserId" UUID,
    "returnUrls" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Organisation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Membership" (
    "organisationId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Membership_pkey" PRIMARY KEY ("organisationId","userId")
);

-- CreateTable
CREATE TABLE "PaymentOrder" (
    "id" UUID NOT NULL,
    "ownerId" UUID NOT NULL,
    "ownerKind" TEXT NOT NULL,
    "mode" TEXT NOT NULL DEFAULT 'test',
    "kind" TEXT NOT NULL,
    "publicId" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
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
    "status" TEXT NOT NULL DEFAULT 'open',
    "chosenAttemptId" UUID,
    "eventCount" INTEGER NOT NULL DEFAULT 0,
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
    "status" TEXT NOT NULL DEFAULT 'created',
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
    "by" TEXT NOT NULL,
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
    "status" TEXT NOT NULL DEFAULT 'asking',
    "consentSealed" TEXT,
    "askedByUserId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "PaymentCancellation_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Membership_userId_idx" ON "Membership"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "PaymentOrder_publicId_key" ON "PaymentOrder"("publicId");

-- CreateIndex
CREATE UNIQUE INDEX "PaymentOrder_chosenAttemptId_key" ON "PaymentOrder"("chosenAttemptId");

-- CreateIndex
CREATE INDEX "PaymentOrder_ownerId_createdAt_idx" ON "PaymentOrder"("ownerId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "PaymentOrder_ownerId_status_createdAt_idx" ON "PaymentOrder"("ownerId", "status", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "PaymentOrder_status_expiresAt_idx" ON "PaymentOrder"("status", "expiresAt");

-- CreateIndex
CREATE INDEX "PaymentOrder_linkId_idx" ON "PaymentOrder"("linkId");

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

-- AddForeignKey
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PaymentAttempt" ADD CONSTRAINT "PaymentAttempt_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "PaymentOrder"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PaymentInstruction" ADD CONSTRAINT "PaymentInstruction_attemptId_fkey" FOREIGN KEY ("attemptId") REFERENCES "PaymentAttempt"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PaymentEvent" ADD CONSTRAINT "PaymentEvent_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "PaymentOrder"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PaymentCancellation" ADD CONSTRAINT "PaymentCancellation_attemptId_fkey" FOREIGN KEY ("attemptId") REFERENCES "PaymentAttempt"("id") ON DELETE CASCADE ON UPDATE CASCADE;
