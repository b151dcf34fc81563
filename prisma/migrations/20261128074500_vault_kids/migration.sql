-- Running processes with the keys that they read, so that none seals with a key that another one doesn't know yet.
CREATE TABLE "RunningProcess" (
    "id" UUID NOT NULL,
    "vaultKids" TEXT[],
    "seenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RunningProcess_pkey" PRIMARY KEY ("id")
);

-- The key id in the head of what lib/vault.ts seals, and '' for any other text. The head begins with the same 36 bytes; an id has 32 at most.
CREATE FUNCTION vault_kid(sealed text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN left(sealed, 92) ~ '^eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoi[A-Za-z0-9_-]{44}$'
    THEN split_part(encode(decode(translate(substr(sealed, 49, 44), '-_', '+/'), 'base64'), 'escape'), '"', 1) ELSE '' END
$$;

-- Each sealed column by key: which keys are in use, and what is sealed with an old one, is found without reading the table.
CREATE INDEX "Registration_registrationTokenSealed_kid" ON "Registration" (vault_kid("registrationTokenSealed")) WHERE "registrationTokenSealed" IS NOT NULL;
CREATE INDEX "LinkFlow_verifierSealed_kid" ON "LinkFlow" (vault_kid("verifierSealed")) WHERE "verifierSealed" IS NOT NULL;
CREATE INDEX "LinkFlow_sealedTokens_kid" ON "LinkFlow" (vault_kid("sealedTokens")) WHERE "sealedTokens" IS NOT NULL;
CREATE INDEX "Connection_accessSealed_kid" ON "Connection" (vault_kid("accessSealed")) WHERE "accessSealed" IS NOT NULL;
CREATE INDEX "Connection_refreshSealed_kid" ON "Connection" (vault_kid("refreshSealed")) WHERE "refreshSealed" IS NOT NULL;
CREATE INDEX "Connection_previousSealed_kid" ON "Connection" (vault_kid("previousSealed")) WHERE "previousSealed" IS NOT NULL;
CREATE INDEX "CertificateSet_qwacKeySealed_kid" ON "CertificateSet" (vault_kid("qwacKeySealed")) WHERE "qwacKeySealed" IS NOT NULL;
CREATE INDEX "CertificateSet_qsealKeySealed_kid" ON "CertificateSet" (vault_kid("qsealKeySealed")) WHERE "qsealKeySealed" IS NOT NULL;
CREATE INDEX "Revocation_tokenSealed_kid" ON "Revocation" (vault_kid("tokenSealed")) WHERE "tokenSealed" IS NOT NULL;
CREATE INDEX "LinkHandoff_claimSealed_kid" ON "LinkHandoff" (vault_kid("claimSealed")) WHERE "claimSealed" IS NOT NULL;
CREATE INDEX "PaymentAttempt_reportSealed_kid" ON "PaymentAttempt" (vault_kid("reportSealed")) WHERE "reportSealed" IS NOT NULL;
CREATE INDEX "PaymentAttempt_consentSealed_kid" ON "PaymentAttempt" (vault_kid("consentSealed")) WHERE "consentSealed" IS NOT NULL;
CREATE INDEX "PaymentAttempt_codeSealed_kid" ON "PaymentAttempt" (vault_kid("codeSealed")) WHERE "codeSealed" IS NOT NULL;
CREATE INDEX "PaymentAttempt_confirmSealed_kid" ON "PaymentAttempt" (vault_kid("confirmSealed")) WHERE "confirmSealed" IS NOT NULL;
CREATE INDEX "PaymentCancellation_consentSealed_kid" ON "PaymentCancellation" (vault_kid("consentSealed")) WHERE "consentSealed" IS NOT NULL;
CREATE INDEX "WebhookEndpoint_secretSealed_kid" ON "WebhookEndpoint" (vault_kid("secretSealed")) WHERE "secretSealed" IS NOT NULL;
CREATE INDEX "WebhookEndpoint_previousSecretSealed_kid" ON "WebhookEndpoint" (vault_kid("previousSecretSealed")) WHERE "previousSecretSealed" IS NOT NULL;
CREATE INDEX "Totp_secretSealed_kid" ON "Totp" (vault_kid("secretSealed")) WHERE "secretSealed" IS NOT NULL;
CREATE INDEX "Totp_codesSealed_kid" ON "Totp" (vault_kid("codesSealed")) WHERE "codesSealed" IS NOT NULL;
CREATE INDEX "Mail_wordsSealed_kid" ON "Mail" (vault_kid("wordsSealed")) WHERE "wordsSealed" IS NOT NULL;
CREATE INDEX "OrganisationDocument_contentSealed_kid" ON "OrganisationDocument" (vault_kid("contentSealed")) WHERE "contentSealed" IS NOT NULL;
CREATE INDEX "IdempotentAnswer_bodySealed_kid" ON "IdempotentAnswer" (vault_kid("bodySealed")) WHERE "bodySealed" IS NOT NULL;
