-- AlterEnum
ALTER TYPE "AppKind" ADD VALUE 'oauth';

-- AlterEnum
ALTER TYPE "AppEnd" ADD VALUE 'by_app';

-- CreateTable
CREATE TABLE "AppClient" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "redirectUris" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AppClient_pkey" PRIMARY KEY ("id")
);

-- AlterTable
ALTER TABLE "App" ADD COLUMN     "accessUntil" TIMESTAMPTZ(3),
ADD COLUMN     "clientId" UUID,
ADD COLUMN     "previousHash" TEXT,
ADD COLUMN     "previousUntil" TIMESTAMPTZ(3),
ADD COLUMN     "refreshHash" TEXT,
ADD COLUMN     "request" JSONB;

-- CreateIndex
CREATE INDEX "AppClient_createdAt_idx" ON "AppClient"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "App_refreshHash_key" ON "App"("refreshHash");

-- CreateIndex
CREATE UNIQUE INDEX "App_previousHash_key" ON "App"("previousHash");

-- CreateIndex
CREATE INDEX "App_clientId_idx" ON "App"("clientId");

-- AddForeignKey
ALTER TABLE "App" ADD CONSTRAINT "App_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "AppClient"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
