-- AlterTable
ALTER TABLE "Organisation" ADD COLUMN     "brandColour" TEXT,
ADD COLUMN     "logoVersion" TEXT;

-- CreateTable
CREATE TABLE "OrganisationLogo" (
    "organisationId" UUID NOT NULL,
    "version" TEXT NOT NULL,
    "png" BYTEA NOT NULL,

    CONSTRAINT "OrganisationLogo_pkey" PRIMARY KEY ("organisationId")
);

-- CreateIndex
CREATE INDEX "OrganisationLogo_version_idx" ON "OrganisationLogo"("version");

-- AddForeignKey
ALTER TABLE "OrganisationLogo" ADD CONSTRAINT "OrganisationLogo_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
