/** Tried first; lower case, without accents and trailing digits and punctuation. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
password passwort passe passw motdepasse motdepass monmotdepasse lemotdepasse mdp secret secrete changeme changezmoi
letmein welcome bienvenue bonjour bonsoir salut coucou hello iloveyou jetaime jetaimetrop teamo amour monamour
moncoeur mamour cheri cherie bebe loulou doudou chouchou nounours poussin poussinette lapin titou titoune minou
admin administrator administrateur root user utilisateur guest invite test testtest tester default temp temporaire
login connexion access acces azerty azertyuiop azertyui qwerty qwertyuiop qwertz qsdfghjklm wxcvbn asdfghjkl zxcvbnm
azeqsdwxc qazwsx qazwsxedc azerqsdf aqwzsx aqwzsxedc abc abcd abcde abcdef abcdefg abcdefgh abcdefghi
soleil lune etoile chocolat vanille fraise cerise caramel nutella bonbon fromage camembert croissant baguette
france paris lyon marseille toulouse bordeaux nantes lille nice rennes strasbourg montpellier bretagne normandie
corse alsace provence marine marinelepen allezlesbleus allezom olympique olympiquedemarseille psg parissg
football footballeur rugby tennis basket basketball baseball hockey handball zidane mbappe messi ronaldo neymar
chelsea arsenal liverpool barcelona realmadrid juventus
nicolas julien thomas alexandre maxime antoine pierre guillaume camille marie sophie celine isabelle nathalie
sandrine stephanie virginie caroline laurent olivier christophe sebastien frederic philippe jeremy jonathan mathieu
matthieu romain benjamin vincent quentin valentin clement anthony kevin florian damien fabien cedric gregory aurelie
emilie pauline charlotte juliette manon chloe laura sarah melanie jessica vanessa audrey laetitia elodie amandine
michael michelle jennifer daniel andrew joshua matthew ashley hunter thomas robert jordan jordanie taylor
charlie maggie buster tigger pepper ginger cookie princess princesse prince roi reine king queen master maitre
dragon monkey singe shadow ombre sunshine superman batman spiderman starwars pokemon pikachu naruto mickey minnie
donald disney hellokitty barbie ninja samurai matrix phoenix mustang ferrari porsche mercedes renault peugeot citroen
bmw audi yamaha suzuki kawasaki harley
computer ordinateur internet google facebook instagram twitter youtube snapchat tiktok amazon apple samsung iphone
android microsoft windows linux orange free bouygues sfr laposte hotmail gmail yahoo wanadoo
banque monbanque mabanque argent compte moncompte guichet monguichet euro euros carte cartebleue epargne livret
maison famille papa maman mamanpapa papamaman frere soeur enfant enfants monfils mafille bebe grandmere grandpere
chat chien cheval chevaux tigre lion loup ours dauphin oiseau papillon licorne panda tortue
rouge bleu vert jaune noir blanc rose violet marron printemps automne hiver ete vacances plage montagne
janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre
january february march april june july august september october november december
lundi mardi mercredi jeudi vendredi samedi dimanche monday tuesday wednesday thursday friday saturday sunday
spring summer autumn winter flower fleur jardin
liberte egalite fraternite libertegalitefraternite republique revolution marianne tricolore
trustno trustnoone whatever nothing rien toto tata titi toutou totototo tototata toptop azertytoto
killer hacker fuckyou fuckoff putain merde connard salope asshole pussy sexy love lover lovely
jesus jesuschrist christ dieu allah bismillah inchallah angel ange michel gabriel raphael
blink greenday metallica nirvana eminem rihanna beyonce madonna johnny johnnyhallyday mylene
freedom forever toujours jamais unknown inconnu nothing something computer security securite
passwordpassword motdepassemotdepasse qwerqwer asdfasdf zxczxc qweasd qweasdzxc qwertyazerty
`
    .trim()
    .split(/\s+/),
)
