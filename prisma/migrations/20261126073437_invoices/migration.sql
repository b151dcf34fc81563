-- CreateTable
CREATE TABLE "InvoiceSettings" (
    "organisationId" UUID NOT NULL,
    "prefix" TEXT NOT NULL DEFAULT 'F',
    "vatNumber" TEXT,
    "companyDetails" TEXT,
    "paymentDays" INTEGER NOT NULL DEFAULT 30,
    "taxOnDebits" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "InvoiceSettings_pkey" PRIMARY KEY ("organisationId")
);

-- CreateTable
CREATE TABLE "InvoiceSeries" (
    "organisationId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "last" INTEGER NOT NULL,
    "lastOn" DATE NOT NULL,

    CONSTRAINT "InvoiceSeries_pkey" PRIMARY KEY ("organisationId","name")
);

-- CreateTable
CREATE TABLE "Invoice" (
    "id" UUID NOT NULL,
    "organisationId" UUID NOT NULL,
    "mode" "Mode" NOT NULL,
    "customerName" TEXT NOT NULL,
    "customerEmail" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "amountMinor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'EUR',
    "dueOn" DATE NOT NULL,
    "number" TEXT,
    "issuedOn" DATE,
    "seller" JSONB,
    "linkId" UUID,
    "creditNumber" TEXT,
    "creditedOn" DATE,
    "createdByUserId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Invoice_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Invoice_linkId_key" ON "Invoice"("linkId");

-- CreateIndex
CREATE INDEX "Invoice_organisationId_mode_createdAt_idx" ON "Invoice"("organisationId", "mode", "createdAt" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Invoice_organisationId_number_key" ON "Invoice"("organisationId", "number");

-- CreateIndex
CREATE UNIQUE INDEX "Invoice_organisationId_creditNumber_key" ON "Invoice"("organisationId", "creditNumber");

-- AddForeignKey
ALTER TABLE "Invoice" ADD CONSTRAINT "Invoice_linkId_fkey" FOREIGN KEY ("linkId") REFERENCES "PaymentLink"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- An invoice that was sent stays as it is; only its credit note is added, once.
CREATE FUNCTION invoice_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."number" IS NULL THEN
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'an invoice that was sent is not deleted';
  END IF;
  IF OLD."creditNumber" IS NOT NULL
    OR to_jsonb(NEW) - 'creditNumber' - 'creditedOn' IS DISTINCT FROM to_jsonb(OLD) - 'creditNumber' - 'creditedOn' THEN
    RAISE EXCEPTION 'an invoice that was sent is not changed';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER invoice_guard BEFORE UPDATE OR DELETE ON "Invoice" FOR EACH ROW EXECUTE FUNCTION invoice_guard();
