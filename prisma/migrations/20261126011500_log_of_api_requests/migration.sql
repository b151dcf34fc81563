-- CreateTable
CREATE TABLE "ApiRequest" (
    "id" UUID NOT NULL,
    "organisationId" UUID NOT NULL,
    "keyId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "code" TEXT,
    "durationMs" INTEGER NOT NULL,
    "requestId" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "request" TEXT,
    "response" TEXT,

    CONSTRAINT "ApiRequest_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ApiRequest_organisationId_keyId_at_id_idx" ON "ApiRequest"("organisationId", "keyId", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "ApiRequest_at_idx" ON "ApiRequest"("at");
