-- AlterEnum
ALTER TYPE "AppKind" ADD VALUE 'token';

-- AlterTable
ALTER TABLE "App" ADD COLUMN     "accessHash" TEXT,
ADD COLUMN     "generation" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "AppLine" (
    "appId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "accountId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "born" INTEGER NOT NULL,
    "changed" INTEGER NOT NULL,

    CONSTRAINT "AppLine_pkey" PRIMARY KEY ("appId","accountId","key","userId")
);

-- CreateIndex
CREATE UNIQUE INDEX "App_accessHash_key" ON "App"("accessHash");

-- CreateIndex
CREATE INDEX "AppLine_appId_changed_accountId_key_idx" ON "AppLine"("appId", "changed", "accountId", "key");

-- CreateIndex
CREATE INDEX "AppLine_userId_idx" ON "AppLine"("userId");

-- AddForeignKey
ALTER TABLE "AppLine" ADD CONSTRAINT "AppLine_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AppLine" ADD CONSTRAINT "AppLine_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
