-- CreateTable
CREATE TABLE "LinkBatch" (
    "id" UUID NOT NULL,
    "organisationId" UUID NOT NULL,
    "mode" "Mode" NOT NULL,
    "fileName" TEXT NOT NULL,
    "fileHash" TEXT NOT NULL,
    "createdByUserId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "LinkBatch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LinkBatchRow" (
    "linkId" UUID NOT NULL,
    "organisationId" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "payerName" TEXT,
    "payerEmail" TEXT,

    CONSTRAINT "LinkBatchRow_pkey" PRIMARY KEY ("linkId")
);

-- CreateIndex
CREATE INDEX "LinkBatch_organisationId_createdAt_idx" ON "LinkBatch"("organisationId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "LinkBatchRow_batchId_line_idx" ON "LinkBatchRow"("batchId", "line");

-- AddForeignKey
ALTER TABLE "LinkBatchRow" ADD CONSTRAINT "LinkBatchRow_linkId_fkey" FOREIGN KEY ("linkId") REFERENCES "PaymentLink"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LinkBatchRow" ADD CONSTRAINT "LinkBatchRow_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "LinkBatch"("id") ON DELETE CASCADE ON UPDATE CASCADE;
