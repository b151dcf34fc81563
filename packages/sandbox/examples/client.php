<?php
// A TPP in PHP: registers, links a customer's accounts and reads their balances. Needs PHP 8.1, openssl and a running bank.
//     php client.php ./guichet-sandbox

$pki = ($argv[1] ?? 'guichet-sandbox') . '/pki';
$api = getenv('SANDBOX_API_PORT') ?: '8443';
$screens = getenv('SANDBOX_SCREENS_PORT') ?: '8080';
$bank = "19870.sandbox.localhost";
$callback = 'https://tpp.example/callback';

function send(string $method, string $url, string $body, array $headers, string $pki): ?array
{
    ['scheme' => $scheme, 'host' => $host, 'port' => $port, 'path' => $path] = parse_url($url);
    $context = stream_context_create([
        'http' => ['method' => $method, 'header' => ["Host: $host:$port", ...$headers], 'content' => $body, 'ignore_errors' => true],
        'ssl' => ['peer_name' => $host, 'cafile' => "$pki/ca.pem", 'local_cert' => "$pki/tpp/qwac.pem", 'local_pk' => "$pki/tpp/qwac.key"],
    ]);
    // PHP may not resolve names under .localhost.
    $answer = file_get_contents("$scheme://127.0.0.1:$port$path", false, $context);
    $status = (int) substr($http_response_header[0] ?? '', 9, 3);
    if ($answer === false || $status >= 300) exit("$method $url: $status $answer\n");
    return json_decode($answer, true);
}

function askToken(array $form): string
{
    global $pki, $bank, $api;
    return send('POST', "https://$bank:$api/stet/psd2/oauth/token", http_build_query($form),
        ['Content-Type: application/x-www-form-urlencoded'], $pki)['access_token'];
}

/** A signed request (draft-cavage-10, RSA-SHA256 with the key of the QSealC). */
function call(string $method, string $path, string $token, ?array $body = null): ?array
{
    global $pki, $bank, $api;
    $data = $body === null ? '' : json_encode($body);
    $headers = ['date: ' . gmdate('D, d M Y H:i:s \G\M\T'), 'x-request-id: ' . bin2hex(random_bytes(16)),
        'digest: SHA-256=' . base64_encode(hash('sha256', $data, true))];
    if ($body !== null) $headers[] = 'content-type: application/json';
    $signed = ['(request-target): ' . strtolower($method) . " $path", "host: $bank:$api", ...$headers];
    openssl_sign(implode("\n", $signed), $signature, file_get_contents("$pki/tpp/qseal.key"), OPENSSL_ALGO_SHA256);
    $names = implode(' ', array_map(fn($line) => explode(': ', $line)[0], $signed));
    $proof = base64_encode($signature);
    $headers[] = "signature: keyId=\"seal-1\",algorithm=\"rsa-sha256\",headers=\"$names\",signature=\"$proof\"";
    $headers[] = "authorization: Bearer $token";
    return send($method, "https://$bank:$api$path", $data, $headers, $pki);
}

$seal = base64_decode(preg_replace('/-----[^-]+-----|\s/', '', file_get_contents("$pki/tpp/qseal.pem")));
$key = ['kty' => 'RSA', 'use' => 'sig', 'alg' => 'RS256', 'key_ops' => ['verify'], 'kid' => 'seal-1',
    'x5c' => [base64_encode($seal)],
    'x5t#S256' => rtrim(strtr(base64_encode(hash('sha256', $seal, true)), '+/', '-_'), '=')];
$registering = askToken(['client_id' => 'PSD2_TPPRegister', 'grant_type' => 'client_credentials', 'scope' => 'manageRegistration']);
$client = call('POST', '/stet/setting/v1/register', $registering, [
    'redirect_uris' => [$callback], 'token_endpoint_auth_method' => 'tls_client_auth', 'grant_types' => ['client_credentials'],
    'response_types' => ['code'], 'client_name' => 'PHP example', 'scope' => 'aisp', 'provider_legal_id' => 'PSDFR-ACPR-99999',
    'contact' => ['contact_name' => 'Ada', 'email' => 'ada@tpp.example', 'phone_number' => '+33123456789'],
    'jwks' => ['keys' => [$key]], 'software_id' => 'PHP example', 'software_version' => '1.0'])['client_id'];

$query = http_build_query(['response_type' => 'code', 'client_id' => $client, 'redirect_uri' => $callback, 'scope' => 'aisp',
    'state' => bin2hex(random_bytes(16))]);
// In place of a browser: the control desk walks through the bank's screens as the customer.
$walk = ['personId' => 'camille-bernard', 'authorizeUrl' => "http://$bank:$screens/stet/psd2/oauth/authorize?$query"];
$walked = send('POST', "http://sandbox.localhost:$screens/desk/api/customer/authorization", json_encode($walk),
    ['Content-Type: application/json'], $pki);
parse_str(parse_url($walked['callbackUrl'], PHP_URL_QUERY), $returned);
$token = askToken(['client_id' => $client, 'grant_type' => 'authorization_code', 'code' => $returned['code'],
    'redirect_uri' => $callback]);

$data = '/stet/psd2/v1.6.2';
$shared = [];
foreach (call('GET', "$data/accounts", $token)['accounts'] as $one)
    if (isset($one['accountId']['iban'])) $shared[] = ['iban' => $one['accountId']['iban']];
call('PUT', "$data/consents", $token, ['balances' => $shared, 'transactions' => $shared, 'psuIdentity' => false,
    'trustedBeneficiaries' => false]);
foreach (call('GET', "$data/accounts", $token)['accounts'] as $one) {
    ['amount' => $amount, 'currency' => $currency] =
        call('GET', "$data/accounts/{$one['resourceId']}/balances", $token)['balances'][0]['balanceAmount'];
    echo "{$one['name']}: $amount $currency\n";
}
