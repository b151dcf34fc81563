ALTER TABLE "AppClient" ADD COLUMN     "hourlyLimit" INTEGER,
ADD COLUMN     "suspendedAt" TIMESTAMPTZ(3),
ADD COLUMN     "suspendedReason" TEXT;

ALTER TABLE "WebhookEndpoint" ADD COLUMN     "appId" UUID;

ALTER TABLE "WebhookMessage" ADD COLUMN     "appId" UUID;

-- small table: 16 an organisation at most
CREATE UNIQUE INDEX "WebhookEndpoint_appId_key" ON "WebhookEndpoint"("appId");

-- small table: 16 an organisation at most
ALTER TABLE "WebhookEndpoint" ADD CONSTRAINT "WebhookEndpoint_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "WebhookMessage" ADD CONSTRAINT "WebhookMessage_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
