-- AlterTable
ALTER TABLE "Organisation" ADD COLUMN     "activity" TEXT,
ADD COLUMN     "beneficialOwners" JSONB,
ADD COLUMN     "nafCode" TEXT;

-- CreateTable
CREATE TABLE "ContractAcceptance" (
    "organisationId" UUID NOT NULL,
    "version" TEXT NOT NULL,
    "language" "Language" NOT NULL,
    "acceptedByUserId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "acceptedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ContractAcceptance_pkey" PRIMARY KEY ("organisationId","version")
);

-- AddForeignKey
ALTER TABLE "ContractAcceptance" ADD CONSTRAINT "ContractAcceptance_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
