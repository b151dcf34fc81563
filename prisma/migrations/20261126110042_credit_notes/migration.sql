-- DropIndex
DROP INDEX "Invoice_organisationId_creditNumber_key";

-- AlterTable
ALTER TABLE "Invoice" DROP COLUMN "creditNumber",
DROP COLUMN "creditedOn",
ADD COLUMN     "creditedMinor" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "CreditNote" (
    "id" UUID NOT NULL,
    "organisationId" UUID NOT NULL,
    "invoiceId" UUID NOT NULL,
    "number" TEXT NOT NULL,
    "issuedOn" DATE NOT NULL,
    "content" JSONB NOT NULL,
    "amountMinor" BIGINT NOT NULL,
    "createdByUserId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "CreditNote_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "CreditNote_organisationId_invoiceId_idx" ON "CreditNote"("organisationId", "invoiceId");

-- CreateIndex
CREATE UNIQUE INDEX "CreditNote_organisationId_number_key" ON "CreditNote"("organisationId", "number");

-- AddForeignKey
ALTER TABLE "CreditNote" ADD CONSTRAINT "CreditNote_invoiceId_fkey" FOREIGN KEY ("invoiceId") REFERENCES "Invoice"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Never more than the invoice, whatever credit notes there are.
ALTER TABLE "Invoice" ADD CONSTRAINT "Invoice_credited_check" CHECK ("creditedMinor" >= 0 AND ("creditedMinor" = 0 OR "creditedMinor" <= "amountMinor"));

-- An invoice that was sent stays as it is; only what its credit notes take back is added up.
CREATE OR REPLACE FUNCTION invoice_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."number" IS NULL THEN
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'an invoice that was sent is not deleted';
  END IF;
  IF NEW."creditedMinor" < OLD."creditedMinor"
    OR to_jsonb(NEW) - 'creditedMinor' IS DISTINCT FROM to_jsonb(OLD) - 'creditedMinor' THEN
    RAISE EXCEPTION 'an invoice that was sent is not changed';
  END IF;
  RETURN NEW;
END $$;

-- A credit note is final.
CREATE FUNCTION credit_note_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a credit note is not changed or deleted';
END $$;

CREATE TRIGGER credit_note_guard BEFORE UPDATE OR DELETE ON "CreditNote" FOR EACH ROW EXECUTE FUNCTION credit_note_guard();
