-- CreateTable
CREATE TABLE "BankCertificate" (
    "bankCode" TEXT NOT NULL,
    "serial" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "validTo" TIMESTAMPTZ(3) NOT NULL,
    "checked" TEXT NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "BankCertificate_pkey" PRIMARY KEY ("bankCode")
);

-- AddForeignKey
ALTER TABLE "BankCertificate" ADD CONSTRAINT "BankCertificate_bankCode_fkey" FOREIGN KEY ("bankCode") REFERENCES "Bank"("code") ON DELETE CASCADE ON UPDATE CASCADE;
