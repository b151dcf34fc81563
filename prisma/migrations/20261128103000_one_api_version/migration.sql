-- AlterTable
ALTER TABLE "ApiKey" DROP COLUMN "version";

-- AlterTable
ALTER TABLE "ApiRequest" DROP COLUMN "version";

-- AlterTable
ALTER TABLE "WebhookEndpoint" DROP COLUMN "version";

-- AlterTable
ALTER TABLE "WebhookMessage" DROP COLUMN "version";
