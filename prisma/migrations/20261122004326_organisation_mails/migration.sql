-- CreateTable
CREATE TABLE "OrganisationMail" (
    "id" UUID NOT NULL,
    "organisationId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "aboutId" UUID NOT NULL,
    "userId" UUID,
    "to" TEXT,
    "language" TEXT NOT NULL,
    "wordsSealed" TEXT,
    "state" TEXT NOT NULL DEFAULT 'due',
    "leaseId" UUID,
    "leaseUntil" TIMESTAMPTZ(3),
    "nextTryAt" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "OrganisationMail_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "OrganisationMail_key_key" ON "OrganisationMail"("key");

-- CreateIndex
CREATE INDEX "OrganisationMail_state_nextTryAt_idx" ON "OrganisationMail"("state", "nextTryAt");

-- CreateIndex
CREATE INDEX "OrganisationMail_organisationId_kind_aboutId_createdAt_idx" ON "OrganisationMail"("organisationId", "kind", "aboutId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "OrganisationMail_userId_idx" ON "OrganisationMail"("userId");

-- CreateIndex
CREATE INDEX "OrganisationMail_to_idx" ON "OrganisationMail"("to");

-- AddForeignKey
ALTER TABLE "OrganisationMail" ADD CONSTRAINT "OrganisationMail_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OrganisationMail" ADD CONSTRAINT "OrganisationMail_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
