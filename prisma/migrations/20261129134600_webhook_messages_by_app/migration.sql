CREATE INDEX CONCURRENTLY "WebhookMessage_appId_idx" ON "WebhookMessage"("appId");
