<?php
// The calls of a chapter of Guichet's tour, against a bank of your own. Red until `sign` is right. Needs PHP 8.1 with openssl.
//
//     npx @guichet/sandbox
//     npx @guichet/sandbox keys --org PSDFR-ACPR-12345 --name "Your name" --roles PSP_AI,PSP_PI --out ./keys
//     php chapter_test.php

$calls = json_decode('[]');
$keys = getenv('KEYS') ?: './keys';

/**
 * The value of the header Signature, as a bank wants it (draft-cavage-http-signatures-10):
 *
 *     keyId="seal-1",algorithm="rsa-sha256",headers="(request-target) host date …",signature="…"
 *
 * The signature is RSA-SHA256 with KEYS/qseal.key, in base64, over one line for each name in `headers`, joined by newlines and without
 * one at the end: `(request-target): get /path`, then `name: value` of every header given here, its name in small letters.
 */
function sign(string $method, string $path, array $headers): string
{
    throw new Exception('write the signature, then run this again');
}

[$api, $screens] = [getenv('SANDBOX_API_PORT') ?: '8443', getenv('SANDBOX_SCREENS_PORT') ?: '8080'];
[$bank, $callback] = ['19870.sandbox.localhost', 'https://tpp.example/callback'];

/** The answer's body, and the address in it. PHP may not resolve names under .localhost, so the name is given beside the address. */
function send(string $method, string $origin, string $path, string $body, array $headers, int $status): array
{
    global $bank, $keys;
    $lines = array_map(fn($name, $value) => "$name: $value", array_keys($headers), $headers);
    $context = stream_context_create([
        'http' => ['method' => $method, 'header' => $lines, 'content' => $body, 'ignore_errors' => true, 'follow_location' => 0],
        'ssl' => ['peer_name' => $bank, 'cafile' => getenv('CA') ?: './guichet-sandbox/pki/ca.pem',
            'local_cert' => "$keys/qwac.pem", 'local_pk' => "$keys/qwac.key"],
    ]);
    $text = file_get_contents($origin . $path, false, $context);
    $answered = implode("\n", $http_response_header ?? ['no answer']);
    if (!str_contains(strtok($answered, "\n"), " $status")) throw new Exception("$method $path: not $status. $answered\n$text");
    return [json_decode($text, true), preg_match('/^location: (.*)$/im', $answered, $location) ? $location[1] : ''];
}

function askToken(array $form): string
{
    global $bank, $api;
    $headers = ['Host' => "$bank:$api", 'Content-Type' => 'application/x-www-form-urlencoded'];
    return send('POST', "https://127.0.0.1:$api", '/stet/psd2/oauth/token', http_build_query($form), $headers, 200)[0]['access_token'];
}

function desk(string $path, array $body, int $status = 200): array
{
    global $screens;
    $headers = ['Host' => "sandbox.localhost:$screens", 'Content-Type' => 'application/json'];
    return send('POST', "http://127.0.0.1:$screens", "/desk/api$path", json_encode($body), $headers, $status)[0];
}

function call(string $method, string $path, string $token, int $status, ?array $body = null, ?string $requestId = null): array
{
    global $bank, $api;
    $data = $body === null ? '' : json_encode($body);
    $headers = [
        'Host' => "$bank:$api", 'Date' => gmdate('D, d M Y H:i:s \G\M\T'), 'X-Request-ID' => $requestId ?? bin2hex(random_bytes(16)),
        'Digest' => 'SHA-256=' . base64_encode(hash('sha256', $data, true)),
    ] + ($body === null ? [] : ['Content-Type' => 'application/json']);
    $headers += ['Signature' => sign($method, $path, $headers), 'Authorization' => "Bearer $token"];
    return send($method, "https://127.0.0.1:$api", $path, $data, $headers, $status);
}

function urlSafe(string $bytes): string
{
    return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
}

function register(): string
{
    global $keys, $callback;
    $seal = base64_decode(preg_replace('/-----[^-]+-----|\s/', '', file_get_contents("$keys/qseal.pem")));
    $key = ['kty' => 'RSA', 'use' => 'sig', 'alg' => 'RS256', 'key_ops' => ['verify'], 'kid' => 'seal-1',
        'x5c' => [base64_encode($seal)], 'x5t#S256' => urlSafe(hash('sha256', $seal, true))];
    $token = askToken(['client_id' => 'PSD2_TPPRegister', 'grant_type' => 'client_credentials', 'scope' => 'manageRegistration']);
    return call('POST', '/stet/setting/v1/register', $token, 201, [
        'redirect_uris' => [$callback], 'token_endpoint_auth_method' => 'tls_client_auth', 'grant_types' => ['client_credentials'],
        'response_types' => ['code'], 'client_name' => 'Taken home', 'scope' => 'aisp,pisp',
        'provider_legal_id' => getenv('TPP') ?: 'PSDFR-ACPR-12345',
        'contact' => ['contact_name' => 'Ada', 'email' => 'ada@tpp.example', 'phone_number' => '+33123456789'],
        'jwks' => ['keys' => [$key]], 'software_id' => 'Taken home', 'software_version' => '1.0'])[0]['client_id'];
}

/** Odile allows it; the desk walks through the bank's pages in her place. */
function linkAccounts(string $client): string
{
    global $bank, $screens, $callback;
    $person = desk('/people', ['bankCode' => '19870', 'firstName' => 'Odile', 'lastName' => 'Marin', 'life' => 'employee', 'accounts' => 2], 201);
    $verifier = urlSafe(random_bytes(48));
    $query = http_build_query(['response_type' => 'code', 'client_id' => $client, 'redirect_uri' => $callback, 'scope' => 'aisp',
        'state' => urlSafe(random_bytes(16)), 'code_challenge' => urlSafe(hash('sha256', $verifier, true)), 'code_challenge_method' => 'S256']);
    $walked = desk('/customer/authorization', ['personId' => $person['id'],
        'authorizeUrl' => "http://$bank:$screens/stet/psd2/oauth/authorize?$query"]);
    parse_str(parse_url($walked['callbackUrl'], PHP_URL_QUERY), $back);
    return askToken(['client_id' => $client, 'grant_type' => 'authorization_code', 'code' => $back['code'],
        'redirect_uri' => $callback, 'code_verifier' => $verifier]);
}

function payment(): array
{
    global $callback;
    [$now, $one] = [gmdate('c'), bin2hex(random_bytes(10))];
    return ['paymentInformationId' => $one, 'creationDateTime' => $now, 'numberOfTransactions' => 1, 'requestedExecutionDate' => $now,
        'initiatingParty' => ['name' => 'Taken home'], 'chargeBearer' => 'SLEV',
        'paymentTypeInformation' => ['serviceLevel' => 'SEPA', 'categoryPurpose' => 'DVPM'],
        'beneficiary' => ['creditor' => ['name' => 'Atlas'], 'creditorAccount' => ['iban' => 'DE89370400440532013000']],
        'creditTransferTransaction' => [['paymentId' => ['instructionId' => $one, 'endToEndId' => $one],
            'instructedAmount' => ['amount' => '42.00', 'currency' => 'EUR']]],
        'supplementaryData' => ['acceptedAuthenticationApproach' => ['REDIRECT'], 'successfulReportUrl' => $callback]];
}

$client = register();
[$found, $ibans, $granted, $paid] = [[], [], null, bin2hex(random_bytes(16))];
foreach ($calls as [$method, $target, $status]) {
    $pays = str_contains($target, 'payment-requests');
    $token = $pays ? askToken(['client_id' => $client, 'grant_type' => 'client_credentials', 'scope' => 'pisp'])
        : ($granted ??= linkAccounts($client));
    $lists = ['balances' => $ibans, 'transactions' => $ibans, 'owners' => $ibans, 'overdrafts' => $ibans];
    $body = $method === 'GET' ? null : ($pays ? payment() : $lists + ['psuIdentity' => true, 'trustedBeneficiaries' => false]);
    $path = '/stet/psd2/' . ($pays ? 'v1.4.2' : 'v1.6.2') . strtr($target, $found);
    [$answer, $location] = call($method, $path, $token, $status, $body, $pays ? $paid : null);
    if ($target === '/accounts') {
        $own = array_values(array_filter($answer['accounts'], fn($one) => isset($one['accountId']['iban'])));
        $found['{account}'] = $own[0]['resourceId'];
        $ibans = array_map(fn($one) => ['iban' => $one['accountId']['iban']], $own);
    }
    if ($method === 'POST') $found['{payment}'] = basename($location);
    echo "$method $target: $status\n";
}
