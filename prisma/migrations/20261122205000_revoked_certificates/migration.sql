-- CreateTable
CREATE TABLE "RevokedCertificate" (
    "serial" TEXT NOT NULL,
    "issuer" TEXT,
    "reason" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "createdBy" UUID,

    CONSTRAINT "RevokedCertificate_pkey" PRIMARY KEY ("serial")
);
