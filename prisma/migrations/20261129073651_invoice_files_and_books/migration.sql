-- AlterTable
ALTER TABLE "InvoiceSettings" ADD COLUMN     "discountTerms" TEXT,
ADD COLUMN     "lateTerms" TEXT,
ADD COLUMN     "remindAfter" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "remindBefore" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "soleTrader" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "InvoiceReminder" (
    "organisationId" UUID NOT NULL,
    "invoiceId" UUID NOT NULL,
    "step" SMALLINT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "InvoiceReminder_pkey" PRIMARY KEY ("invoiceId","step")
);

-- CreateTable
CREATE TABLE "InvoiceFile" (
    "organisationId" UUID NOT NULL,
    "number" TEXT NOT NULL,
    "pdf" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "InvoiceFile_pkey" PRIMARY KEY ("organisationId","number")
);

-- CreateTable
CREATE TABLE "BookAccounts" (
    "organisationId" UUID NOT NULL,
    "accounts" JSONB NOT NULL,

    CONSTRAINT "BookAccounts_pkey" PRIMARY KEY ("organisationId")
);

-- CreateIndex
CREATE INDEX "InvoiceReminder_organisationId_idx" ON "InvoiceReminder"("organisationId");

-- AddForeignKey
ALTER TABLE "InvoiceReminder" ADD CONSTRAINT "InvoiceReminder_invoiceId_fkey" FOREIGN KEY ("invoiceId") REFERENCES "Invoice"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
